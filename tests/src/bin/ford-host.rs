//! A host of The Ford, set up by the same variables as `fieldpost`: for tests that kill it.

#[actix_web::main]
async fn main() {
    let settings = pbem_service::Settings::read(|name| std::env::var(name).ok()).expect("the settings are sound");
    pbem_service::host::serve(settings, fieldpost_tests::FORD).await.expect("it serves");
}
