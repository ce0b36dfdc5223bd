use thiserror::Error;

/// Why a module cannot be written or read.
#[derive(Debug, Error)]
pub enum ModuleError {
    /// The contents contradict themselves or cannot be said in VASSAL's format.
    #[error("{0}")]
    Contents(String),
    /// The module was put together but would not work; VASSAL itself would keep silent about some of this.
    #[error("the module has {} faults:\n{}", .0.len(), .0.join("\n"))]
    Faults(Vec<String>),
    /// The build file is not well-formed.
    #[error("build file: {0}")]
    Xml(String),
    /// The zip file is damaged or cannot be written.
    #[error("module file: {0}")]
    Zip(String),
}

impl From<std::io::Error> for ModuleError {
    fn from(error: std::io::Error) -> ModuleError {
        ModuleError::Zip(error.to_string())
    }
}

impl From<zip::result::ZipError> for ModuleError {
    fn from(error: zip::result::ZipError) -> ModuleError {
        ModuleError::Zip(match error {
            zip::result::ZipError::InvalidArchive(why) => {
                format!("no whole zip file, as modules and saved games of VASSAL are ({why})")
            }
            error => error.to_string(),
        })
    }
}

impl From<quick_xml::Error> for ModuleError {
    fn from(error: quick_xml::Error) -> ModuleError {
        ModuleError::Xml(error.to_string())
    }
}

impl From<quick_xml::events::attributes::AttrError> for ModuleError {
    fn from(error: quick_xml::events::attributes::AttrError) -> ModuleError {
        ModuleError::Xml(error.to_string())
    }
}

impl From<quick_xml::escape::EscapeError> for ModuleError {
    fn from(error: quick_xml::escape::EscapeError) -> ModuleError {
        ModuleError::Xml(error.to_string())
    }
}
