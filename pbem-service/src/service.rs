//! The service: everything that its doors share.

use crate::audience::Audience;
use crate::clock::Clock;
use crate::computer::{COMPUTER, Touched, is_computers};
use crate::installation::Installation;
use crate::live::{Live, LiveGames, secret_name};
use crate::local_key::{self, make_folder};
use crate::mail::{Bound, Claim, KeyRing, Purpose, Token};
use crate::queue::Detail;
use crate::revision::{Revision, begun_by};
use crate::rooms::Rooms;
use crate::store::{append, keep_secret, lost_race, query, run};
use crate::{ServiceError, Settings, Shelf, Store};
use engine::chance::{CHAIN_LENGTH, hex};
use engine::contract::{Setup, SideId};
use engine::table::{Aside, GameKind, Secrets};
use sea_orm::{ConnectionTrait, DatabaseTransaction};
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use tokio::runtime::Handle;
use tokio::sync::{Notify, OwnedMutexGuard};

/// The number of the key that signs tokens now.
const TOKEN_KEY: u8 = 1;

/// A running service. Cheap to share.
pub struct Service {
    /// How it is set up.
    pub settings: Settings,
    /// Its database.
    pub store: Store,
    /// What this machine remembers of it.
    pub(crate) installation: Installation,
    /// Its games' rules.
    pub shelf: Shelf,
    /// The keys that sign reply tokens.
    pub keys: KeyRing,
    /// Opens the doors that are for this machine alone; whoever can read the data folder has it.
    pub local_key: String,
    /// Signs what is no reply token: form tokens.
    pub(crate) form_key: [u8; 32],
    pub(crate) live_games: LiveGames,
    /// Where it does what takes time.
    pub(crate) rooms: Rooms,
    /// What its requests open or start is this runtime's, which ends last.
    pub(crate) runtime: Handle,
    /// Games that the computer should look at.
    pub(crate) touched: Touched,
    /// Counts what is stored, for those who watch a game.
    pub(crate) changes: tokio::sync::watch::Sender<u64>,
    /// Held by whoever sums games up for the start page.
    pub(crate) summing_up: Arc<tokio::sync::Mutex<()>>,
    /// Set when the process was asked to stop: it is ready for nothing new.
    pub(crate) stopping: AtomicBool,
    /// What time it is, for all that waits or is limited.
    pub clock: Clock,
    /// Told whenever the worker has sent what was due.
    pub(crate) mail_left: Notify,
    /// Told whenever mail was queued.
    pub mail_waits: Arc<Notify>,
}

/// What a new game is made from.
#[derive(Clone, Debug, Default)]
pub struct NewGame {
    /// Id of the published game.
    pub game: String,
    /// Id of the scenario.
    pub scenario: String,
    /// Options by name.
    pub options: BTreeMap<String, String>,
    /// Mail addresses by id of the side. A side without one plays on the page; [`COMPUTER`] lets the computer play it.
    pub players: BTreeMap<String, String>,
    /// Who may look at it.
    pub audience: Audience,
}

impl Service {
    /// Opens the service's database. `games` are the games it offers.
    ///
    /// # Errors
    /// When the database cannot be opened or was set back, or the data folder cannot be made.
    pub async fn open(settings: Settings, games: &'static [&'static dyn GameKind]) -> Result<Service, ServiceError> {
        make_folder(&settings.data)?;
        let store = Store::open(&settings.database).await?;
        let installation = Installation::check(&settings.data, &store).await?;
        Service::on(settings, games, store, installation).await
    }

    /// Commits to fresh dice keys in all games under way of a database that was set back, and tells their players, before
    /// anything else happens in them; how many there are.
    ///
    /// # Errors
    /// When the database or a game cannot be opened. The database is served by nobody then.
    pub async fn set_back(settings: Settings, games: &'static [&'static dyn GameKind]) -> Result<usize, ServiceError> {
        make_folder(&settings.data)?;
        let store = Store::open(&settings.database).await?;
        let installation = Installation::of(&settings.data);
        let service = Service::on(settings, games, store, installation).await?;
        let running = service.store.games().await?.into_iter().filter(|game| game.status == "running");
        let mut renewed = 0;
        for game in running {
            service.renew(game.id).await?;
            renewed += 1;
        }
        service.installation.begin_epoch(&service.store).await?;
        Ok(renewed)
    }

    async fn on(
        settings: Settings,
        games: &'static [&'static dyn GameKind],
        store: Store,
        installation: Installation,
    ) -> Result<Service, ServiceError> {
        let local_key = local_key::keep(&settings.data)?;
        let token_key = thirty_two(store.secret_or("token key 1", random::<32>()?.to_vec()).await?)?;
        let form_key = thirty_two(store.secret_or("form key", random::<32>()?.to_vec()).await?)?;
        Ok(Service {
            settings,
            store,
            installation,
            shelf: Shelf::new(games),
            keys: KeyRing::new(TOKEN_KEY, token_key),
            local_key,
            form_key,
            live_games: LiveGames::default(),
            rooms: Rooms::default(),
            runtime: Handle::current(),
            touched: Touched::default(),
            changes: tokio::sync::watch::Sender::new(0),
            summing_up: Arc::default(),
            stopping: AtomicBool::new(false),
            clock: Clock::default(),
            mail_left: Notify::new(),
            mail_waits: Arc::default(),
        })
    }

    /// What a raw mail by HTTP must carry: the word that was configured, or the key of this machine.
    pub fn intake_secret(&self) -> &str {
        self.settings.intake_secret.as_deref().unwrap_or(&self.local_key)
    }

    /// A game as it stands now.
    ///
    /// # Errors
    /// When there is no such game, or it cannot be read.
    pub async fn live(&self, game: i64) -> Result<Live, ServiceError> {
        Ok(self.live_alone(game).await?.clone())
    }

    /// A game as it stands now, for the caller alone until he drops it, who may put what happens next in its place.
    ///
    /// # Errors
    /// As [`Service::live`].
    pub(crate) async fn live_alone(&self, game: i64) -> Result<OwnedMutexGuard<Live>, ServiceError> {
        self.live_games.get(&self.store, &self.shelf, &self.rooms, game).await
    }

    /// Addresses for all sides of a game on this machine, as a demo has them.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn local_players(&self, game: &str) -> Result<BTreeMap<String, String>, ServiceError> {
        let (_, rulebook) = self.shelf.newest(game)?;
        let sides = rulebook.published().units.sides.iter();
        Ok(sides.map(|side| (side.id.clone(), format!("{}@localhost", side.id))).collect())
    }

    /// Starts a game and invites its players, all in one transaction; its number.
    ///
    /// # Errors
    /// When the game, scenario, an option, a side or an address is not known or cannot be one.
    pub async fn new_game(&self, new: &NewGame) -> Result<i64, ServiceError> {
        self.new_game_and(new, async |_: &DatabaseTransaction, _| Ok(())).await
    }

    /// The same with something more in its transaction, which is given the number of the game: if that fails, none begins.
    ///
    /// # Errors
    /// The same.
    pub async fn new_game_and(
        &self,
        new: &NewGame,
        settle: impl AsyncFnOnce(&DatabaseTransaction, i64) -> Result<(), ServiceError>,
    ) -> Result<i64, ServiceError> {
        let (files, rulebook) = self.shelf.newest(&new.game)?;
        let sides: Vec<String> = rulebook.published().units.sides.iter().map(|side| side.id.clone()).collect();
        let mut players = BTreeMap::new();
        for (side, address) in &new.players {
            if !sides.contains(side) {
                return Err(ServiceError::Unreadable(format!("{side:?} is no side; expected {}", sides.join(" or "))));
            }
            let read = if address == COMPUTER { address.clone() } else { self.usable_address(address)? };
            players.insert(side.clone(), read);
        }
        let setup = Setup { scenario: new.scenario.clone(), options: new.options.clone() };
        let mut ends = random::<64>()?.to_vec();
        if self.settings.chain_length != CHAIN_LENGTH {
            ends.extend(self.settings.chain_length.to_be_bytes());
        }
        let secrets = crate::live::secrets(&ends).expect("two ends, and a length");

        let transaction = self.store.begin().await?;
        let keep = "INSERT INTO definitions (hash, packed) VALUES ($1, $2) ON CONFLICT DO NOTHING";
        run(&transaction, keep, [rulebook.hash().into(), files.pack().into_bytes().into()]).await?;
        let options = serde_json::to_string(&new.options).expect("options have string keys");
        let insert = "INSERT INTO games (game, scenario, definitions, created, options, audience, status) \
                      VALUES ($1, $2, $3, $4, $5, $6, 'running') RETURNING id";
        let values = [
            new.game.as_str().into(),
            new.scenario.as_str().into(),
            rulebook.hash().into(),
            self.clock.now().into(),
            options.into(),
            new.audience.name().into(),
        ];
        let row = transaction.query_one_raw(query(&transaction, insert, values)).await?;
        let id: i64 = row.ok_or(ServiceError::Busy)?.try_get("", "id")?;
        let records = rulebook
            .start(&format!("{}/{id}", self.settings.domain), &setup, &secrets)
            .map_err(ServiceError::Unreadable)?;
        append(&transaction, id, 0, &records).await?;
        keep_secret(&transaction, &secret_name(id), ends).await?;
        for side in &sides {
            let seat = "INSERT INTO seats (game, side, address, token_key) VALUES ($1, $2, $3, $4)";
            let address = players.get(side).cloned();
            run(&transaction, seat, [id.into(), side.as_str().into(), address.into(), i64::from(TOKEN_KEY).into()])
                .await?;
        }
        let session = rulebook.open(&records).map_err(|error| ServiceError::Broken("game", error))?;
        let row = crate::GameRow {
            id,
            game: new.game.clone(),
            scenario: new.scenario.clone(),
            definitions: rulebook.hash().to_owned(),
            created: self.clock.now(),
            status: "running".to_owned(),
        };
        let revision = Revision { begun: begun_by(records.first()), today: self.shelf.version(&new.game)? };
        let live = Live { row, rulebook, session: Arc::from(session), secrets, revision };
        for side in SideId::BOTH {
            self.queue(&transaction, &live, side, "invitation", Detail::default()).await?;
        }
        settle(&transaction, id).await?;
        transaction.commit().await?;
        self.installation.note(records.len());
        self.mail_waits.notify_one();
        self.touched.add(id);
        Ok(id)
    }

    /// Commits to new dice keys, because the game was restored and players may know what those in use give. Both are
    /// asked for a fresh word; until they have given it, or were waited for, nothing can be ordered.
    ///
    /// # Errors
    /// When there is no such game, it is over, or the database fails.
    pub async fn renew(&self, game: i64) -> Result<(), ServiceError> {
        match self.try_renew(game).await {
            // another process was faster: what it wrote is read before the next try
            Err(ServiceError::Database(error)) if lost_race(&error) => match self.try_renew(game).await {
                Err(ServiceError::Database(error)) if lost_race(&error) => Err(ServiceError::Busy),
                tried => tried,
            },
            tried => tried,
        }
    }

    async fn try_renew(&self, game: i64) -> Result<(), ServiceError> {
        let mut live = self.live_alone(game).await?;
        if live.session.outcome().is_some() {
            return Err(ServiceError::Unreadable(format!("game {game} is over; nothing will be rolled in it")));
        }
        let mut records = live.session.restored(&hex(&random::<32>()?), &live.secrets);
        for side in SideId::BOTH {
            if is_computers(self.store.readers(), game, live.side_id(side)).await? {
                records.push(Aside::Joined { side, word: hex(&random::<32>()?) }.record());
            }
        }
        let after = live.after(&records)?;
        let transaction = self.store.begin().await?;
        append(&transaction, game, live.session.len(), &records).await?;
        for side in SideId::BOTH {
            self.queue(&transaction, &after, side, "turn", Detail::default()).await?;
        }
        transaction.commit().await?;
        self.installation.note(records.len());
        *live = after;
        self.mail_waits.notify_one();
        Ok(())
    }

    /// A signed token.
    ///
    /// # Errors
    /// When the side's id cannot be part of an address.
    pub fn token(
        &self,
        game: i64,
        side: &str,
        bound: impl Into<Bound>,
        purpose: Purpose,
    ) -> Result<Token, ServiceError> {
        let claim = Claim { game: game as u64, side: side.to_owned(), bound: bound.into(), purpose };
        self.keys.sign(claim).map_err(|error| ServiceError::Unwritable("a token", error.to_string()))
    }

    /// The dice secrets of a game that is over, which may then be known.
    pub fn disclosed(live: &Live) -> Option<&Secrets> {
        live.session.outcome().map(|_| &live.secrets)
    }
}

/// Random bytes from the operating system.
///
/// # Errors
/// When it has none.
pub(crate) fn random<const N: usize>() -> Result<[u8; N], ServiceError> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| ServiceError::Unwritable("a random number", error.to_string()))?;
    Ok(bytes)
}

fn thirty_two(bytes: Vec<u8>) -> Result<[u8; 32], ServiceError> {
    bytes.try_into().map_err(|_| ServiceError::Broken("key", "it is not 32 bytes long".to_owned()))
}
