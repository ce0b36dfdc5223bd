//! What a host's monitoring counts, in the text form of Prometheus, on an address of its own.
//!
//! What this process did is counted as it happens; how the database stands is asked when somebody looks, and is the same at
//! each instance: it must not be summed.

use crate::intake::Outcome;
use crate::outbox::Drained;
use crate::store::query;
use crate::{Service, ServiceError, spool};
use actix_web::web::Data;
use actix_web::{App, HttpResponse, HttpServer, web};
use prometheus::{
    HistogramOpts, HistogramVec, IntCounter, IntCounterVec, IntGaugeVec, Opts, Registry, TextEncoder, proto,
};
use sea_orm::ConnectionTrait;
use std::net::TcpListener;
use std::sync::{Arc, LazyLock};

/// What this process has counted.
pub(crate) static METRICS: LazyLock<Metrics> = LazyLock::new(Metrics::default);

/// Counters of a process.
pub(crate) struct Metrics {
    registry: Registry,
    /// Requests by method, route and status.
    pub requests: IntCounterVec,
    /// Seconds to the head of an answer, by route.
    pub seconds: HistogramVec,
    /// Mails that came in, by what became of them.
    letters: IntCounterVec,
    /// Mails that were to leave, by what became of them.
    deliveries: IntCounterVec,
    /// Faults of the program that a barrier held.
    pub faults: IntCounter,
    /// Things that the host was told.
    pub told: IntCounter,
    /// Requests that were refused because too much was asked for.
    pub crowded: IntCounter,
}

impl Default for Metrics {
    fn default() -> Metrics {
        let registry = Registry::new();
        let counters = |name: &str, help: &str, labels: &[&str]| {
            let counters = IntCounterVec::new(Opts::new(name, help), labels).expect("a sound name");
            registry.register(Box::new(counters.clone())).expect("registered once");
            counters
        };
        let counter = |name: &str, help: &str| {
            let counter = IntCounter::new(name, help).expect("a sound name");
            registry.register(Box::new(counter.clone())).expect("registered once");
            counter
        };
        let times = HistogramOpts::new("fieldpost_http_request_duration_seconds", "Seconds to the head of an answer.")
            .buckets(vec![0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0]);
        let seconds = HistogramVec::new(times, &["route"]).expect("a sound name");
        registry.register(Box::new(seconds.clone())).expect("registered once");
        let requests = counters("fieldpost_http_requests_total", "Requests answered.", &["method", "route", "status"]);
        let letters = counters("fieldpost_letters_total", "Mails that came in.", &["outcome"]);
        let deliveries = counters("fieldpost_mail_delivery_total", "Mails that were to leave.", &["result"]);
        let faults = counter("fieldpost_faults_total", "Faults of the program that stopped one piece of work.");
        let told = counter("fieldpost_log_warnings_total", "Warnings in the log.");
        let crowded = counter("fieldpost_crowded_total", "Requests refused because too much was asked for.");
        Metrics { seconds, requests, letters, deliveries, faults, told, crowded, registry }
    }
}

impl Metrics {
    /// Counts a mail that came in.
    pub fn letter(&self, outcome: &Result<Outcome, ServiceError>) {
        let name = match outcome {
            Ok(Outcome::Answered { .. }) => "answered",
            Ok(Outcome::Held) => "held",
            Ok(Outcome::Repeated) => "repeated",
            Ok(Outcome::Explained) => "explained",
            Ok(Outcome::Bounced) => "bounced",
            Ok(Outcome::Paused) => "paused",
            Ok(Outcome::Requested) => "requested",
            Ok(Outcome::SetAside) => "aside",
            Ok(Outcome::Silent(_)) => "silent",
            Err(_) => "error",
        };
        self.letters.with_label_values(&[name]).inc();
    }

    /// Counts what a round of the worker came to.
    pub fn delivered(&self, drained: &Drained) {
        let results = [
            ("sent", drained.sent),
            ("deferred", drained.deferred),
            ("failed", drained.failed),
            ("aside", drained.aside),
        ];
        for (result, count) in results {
            self.deliveries.with_label_values(&[result]).inc_by(count as u64);
        }
    }
}

/// Serves the metrics until the process ends.
///
/// # Errors
/// When the address cannot be used.
pub fn serve(service: Arc<Service>, listener: TcpListener) -> std::io::Result<actix_web::dev::Server> {
    let data = Data::from(service);
    let server = HttpServer::new(move || App::new().app_data(data.clone()).route("/metrics", web::get().to(answer)));
    Ok(server.workers(1).disable_signals().listen(listener)?.run())
}

async fn answer(service: Data<Service>) -> HttpResponse {
    match written(&service).await {
        Ok(text) => HttpResponse::Ok().content_type("text/plain; version=0.0.4; charset=utf-8").body(text),
        Err(error) => {
            crate::log::tell(&format!("metrics: {error}"));
            HttpResponse::ServiceUnavailable().body("the database does not answer\n")
        }
    }
}

/// All metrics as text.
///
/// # Errors
/// When the database does not answer.
pub async fn written(service: &Service) -> Result<String, ServiceError> {
    let mut families = METRICS.registry.gather();
    families.extend(of_the_database(service).await?);
    TextEncoder::new()
        .encode_to_string(&families)
        .map_err(|error| ServiceError::Unwritable("metrics", error.to_string()))
}

async fn of_the_database(service: &Service) -> Result<Vec<proto::MetricFamily>, ServiceError> {
    let (registry, db) = (Registry::new(), service.store.readers());
    let gauges = |name: &str, help: &str, labels: &[&str]| {
        let gauges = IntGaugeVec::new(Opts::new(name, help), labels).expect("a sound name");
        registry.register(Box::new(gauges.clone())).expect("registered once");
        gauges
    };
    let by_state = async |table: &str, column: &str| {
        let sql = format!("SELECT {column} AS state, COUNT(*) AS count FROM {table} GROUP BY {column}");
        let rows = db.query_all_raw(query(db, &sql, [])).await?;
        rows.iter()
            .map(|row| Ok((row.try_get("", "state")?, row.try_get("", "count")?)))
            .collect::<Result<Vec<(String, i64)>, sea_orm::DbErr>>()
    };
    for (name, help, table, column) in [
        ("fieldpost_outbox_rows", "Mails by state.", "outbox", "state"),
        ("fieldpost_games", "Games by status.", "games", "status"),
        ("fieldpost_seats", "Seats by what becomes of their mail.", "seats", "mail"),
    ] {
        let gauge = gauges(name, help, &[column]);
        for (state, count) in by_state(table, column).await? {
            gauge.with_label_values(&[&state]).set(count);
        }
    }
    let number = async |sql: &str, values: Vec<sea_orm::Value>| crate::store::one::<i64>(db, sql, values).await;
    let now = service.clock.now();
    let due = "SELECT MIN(next_due) FROM outbox JOIN seats ON seats.game = outbox.game AND seats.side = viewer \
               WHERE state = 'queued' AND seats.mail = 'good' AND next_due <= $1";
    let late = number(due, vec![now.into()]).await?.map_or(0, |due| (now - due) / 1000);
    gauges("fieldpost_outbox_oldest_due_seconds", "How long the oldest mail has been due.", &[])
        .with_label_values::<&str>(&[])
        .set(late);
    let spooled = std::fs::read_dir(spool::folder(&service.settings.data)).map_or(0, |files| files.count());
    gauges("fieldpost_spool_files", "Mails that wait in the spool.", &[])
        .with_label_values::<&str>(&[])
        .set(spooled as i64);
    gauges("fieldpost_build_info", "The version that runs.", &["version"])
        .with_label_values(&[env!("CARGO_PKG_VERSION")])
        .set(1);
    Ok(registry.gather())
}
