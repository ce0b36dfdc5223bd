# `just` lists the recipes; `just ci` is what .ci/run does.

_default:
    @just --list

# Format, lints, documentation, licences, tests: everything that CI checks.
ci: fmt-check lint doc licences test board

# Start the service with a demo game on http://127.0.0.1:8080.
run:
    cargo run -p pbem-service

# The documentation of our own crates; a link that leads nowhere is an error.
doc:
    RUSTDOCFLAGS="-D warnings" cargo doc --workspace --no-deps --locked

# Licences, banned crates and sources of everything that is built (deny.toml), where cargo-deny is installed.
licences:
    command -v cargo-deny >/dev/null || { echo "cargo-deny is not installed: licences are not checked" >&2; exit 0; }; \
    cargo deny --locked check licenses bans sources

# The same and known faults of what we depend on: needs the network.
deny:
    cargo deny --locked check

# The board in the browser: types, that its build equals its source, and games played in Debian's Chromium.
board:
    cd pbem-service/board && npm ci --no-audit --no-fund --silent && npm run --silent check
    cargo build --locked -p pbem-service -p fieldpost-tests --bins
    cd pbem-service/board && npm run --silent browser

# Builds the board into the service's folder of static files, after a change of its source.
build-board:
    cd pbem-service/board && npm ci --no-audit --no-fund --silent && npm run --silent build

# The same by keys alone as well, and a turn of the other games.
soak-board:
    cargo build --locked -p pbem-service -p fieldpost-tests --bins
    cd pbem-service/board && npm ci --no-audit --no-fund --silent && node tests/browser/run.mjs soak

# All tests.
test:
    cargo test --workspace --locked

# The tests that need a database, on a server of PostgreSQL that is thrown away.
test-postgresql:
    bash -c '. .ci/postgresql; cargo test --locked -p pbem-service -p fieldpost-tests'

# The pages of docs/hosting tried with postfix, dovecot, nginx, s-nail, mutt and swaks; as root, on Debian.
test-hosting:
    cargo build --locked -p pbem-service
    .ci/mail target/debug/fieldpost

# Warnings are errors.
lint:
    .ci/features
    cargo clippy --workspace --all-targets --locked -- -D warnings

fmt-check:
    cargo fmt --all --check

fmt:
    cargo fmt --all

# Figures: ours, a peer or a limit, and the ratio, from one run.
bench:
    cargo bench --workspace --locked

# Longer random games of a game than its tests play: so many of each set-up, on all cores, and a million orders that nobody
# asked for; of one property alone if it is named, as in `just soak autumn-fog 10000 orders_round_trip`. FIELDPOST_SEED=N
# goes on with the games from number N on; a soak prints the numbers that it has played.
soak game="autumn-fog" games="10000" property="":
    FIELDPOST_SOAK={{games}} cargo test --release -p {{game}} --test properties -- --nocapture --test-threads=1 {{property}}

# A week of fifty games by mail, with everything that goes wrong: what was accepted, lost, doubled, and the most mails an hour.
soak-week games="50":
    FIELDPOST_SOAK_WEEK={{games}} cargo test --locked -p fieldpost-tests --test service -- --nocapture soak::

# An enemy's orders, a million of them, in text and JSON and game files, for a game whose tests have them.
soak-enemy game="autumn-fog":
    FIELDPOST_SOAK=1 cargo test --release -p {{game}} --test fuzz -- --nocapture --test-threads=1

# What ends and cuts off a service, again and again on both databases: kill -9 in a burst of orders, instances that are restarted
# under load, restores, doubles, hostile mails, full disks, lost connections. Each round says how many tests held.
soak-service rounds="10":
    for round in $(seq {{rounds}}); do \
        cargo test --locked -p fieldpost-tests --test service -- killed instances restored once poison enemy full || exit 1; \
    done
    bash -c '. .ci/postgresql; for round in $(seq {{rounds}}); do \
        cargo test --locked -p fieldpost-tests --test service -- killed instances restored once poison && \
        cargo test --locked -p pbem-service --lib -- outbox:: store:: || exit 1; done'

# The computer opponent of a game against a random player, as each side in every scenario: wins, and how long it thinks.
soak-opponent game="autumn-fog" games="400":
    FIELDPOST_SOAK={{games}} cargo test --release -p {{game}} --tests -- --nocapture --test-threads=1 the_opponent

# Rules broken one at a time: which breaks no test notices, in all files of rules or in those whose paths contain what is
# named. A run that was stopped goes on where it was; `just mutants GAME --report` tells what it has so far.
mutants game="autumn-fog" *files:
    cargo run --quiet --locked --manifest-path tests/breaks/Cargo.toml -- '{{game}}' {{files}}

# The VASSAL module of Autumn Fog.
module:
    cargo run -p module-builder -- vassal autumn-fog -o autumn-fog.vmod
