//! A host of The Ford, set up by the same variables as `fieldpost`: for tests that kill it.

fn main() {
    let settings = pbem_service::Settings::read(|name| std::env::var(name).ok()).expect("the settings are sound");
    let served = pbem_service::runtime::run(pbem_service::host::serve(settings, fieldpost_tests::FORD));
    served.expect("there are threads").expect("it serves");
}
