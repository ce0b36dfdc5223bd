use crate::metrics::METRICS;
use actix_web::http::StatusCode;
use actix_web::{HttpResponse, ResponseError};
use engine::table::Failure;
use sea_orm::DbErr;
use thiserror::Error;

/// What can go wrong in the service. A rule that forbids an order is no error: it is a
/// [`engine::table::Report`].
#[derive(Debug, Error)]
pub enum ServiceError {
    /// There is no such game, page, seat or file.
    #[error("there is no {0} here")]
    Missing(String),
    /// The page takes no requests of this method.
    #[error("this page takes no {0}")]
    Method(String),
    /// The request makes no sense; the text says what was expected.
    #[error("{0}")]
    Unreadable(String),
    /// The request is longer than we read: so many bytes.
    #[error("that is more than {0} bytes")]
    TooLong(usize),
    /// The request did not come to its end in time.
    #[error("the request did not come to its end in time")]
    TooSlow,
    /// The request needs a seat, a form token or a shared secret that it does not carry.
    #[error("this needs {0}")]
    Forbidden(&'static str),
    /// Somebody else was faster, twice. Nothing was stored.
    #[error("the game was changed at the same moment; please try again")]
    Busy,
    /// So many others want the same that it would take too long.
    #[error("too many {0} are asked for at this moment; please try again in a minute")]
    Crowded(&'static str),
    /// The database refused or is not there.
    #[error("the database: {0}")]
    Database(#[from] DbErr),
    /// A stored game, definition or mail cannot be read back.
    #[error("a stored {0} cannot be read: {1}")]
    Broken(&'static str, String),
    /// A mail or a page could not be written.
    #[error("writing {0}: {1}")]
    Unwritable(&'static str, String),
    /// The host is set up in a way that makes no sense; the text says where.
    #[error("{0}")]
    Settings(String),
    /// A file or a socket.
    #[error(transparent)]
    Io(#[from] std::io::Error),
    /// A fault of the program. It would fail again.
    #[error(transparent)]
    Failed(#[from] Failure),
}

impl ServiceError {
    /// Whether it may be over at the next try. What is stored is the same then, and so is what comes of it.
    pub fn passes(&self) -> bool {
        matches!(self, ServiceError::Busy | ServiceError::Crowded(_) | ServiceError::Database(_) | ServiceError::Io(_))
    }
}

impl From<askama::Error> for ServiceError {
    fn from(error: askama::Error) -> ServiceError {
        ServiceError::Unwritable("a page", error.to_string())
    }
}

impl ServiceError {
    /// What a visitor is told. What went wrong inside is for the host's log, not for him.
    pub fn told(&self) -> String {
        if self.status_code().is_server_error() && !matches!(self, ServiceError::Crowded(_)) {
            "Something failed on our side. Nothing was changed; please try again.".to_owned()
        } else {
            self.to_string()
        }
    }
}

impl ResponseError for ServiceError {
    fn status_code(&self) -> StatusCode {
        match self {
            ServiceError::Missing(_) => StatusCode::NOT_FOUND,
            ServiceError::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            ServiceError::Unreadable(_) => StatusCode::BAD_REQUEST,
            ServiceError::TooSlow => StatusCode::REQUEST_TIMEOUT,
            ServiceError::TooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
            ServiceError::Forbidden(_) => StatusCode::FORBIDDEN,
            ServiceError::Busy => StatusCode::CONFLICT,
            ServiceError::Crowded(_) => StatusCode::SERVICE_UNAVAILABLE,
            ServiceError::Database(_)
            | ServiceError::Broken(..)
            | ServiceError::Unwritable(..)
            | ServiceError::Settings(_)
            | ServiceError::Io(_)
            | ServiceError::Failed(_) => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn error_response(&self) -> HttpResponse {
        let status = self.status_code();
        let text = self.told();
        if text != self.to_string() {
            crate::log::tell(&self.to_string());
        }
        let mut answer = HttpResponse::build(status);
        if matches!(self, ServiceError::Crowded(_)) {
            METRICS.crowded.inc();
            answer.insert_header(("Retry-After", "60"));
        }
        answer.content_type("text/plain; charset=utf-8").body(text)
    }
}
