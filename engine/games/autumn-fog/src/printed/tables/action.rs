use definitions::{DefinitionError, PrintedTables};

/// What a unit can do for action points (3.4.1, T.ACT).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// A movement action.
    Move,
    /// A normal attack.
    NormalAttack,
    /// Making or joining a prepared attack.
    PreparedAttack,
    /// Taking up an improved position.
    EnterPosition,
    /// Leaving it.
    LeavePosition,
    /// Recovering from fatigue.
    Recover,
}

const ACTIONS: [(&str, Action); 6] = [
    ("move", Action::Move),
    ("normal-attack", Action::NormalAttack),
    ("prepared-attack", Action::PreparedAttack),
    ("enter-position", Action::EnterPosition),
    ("leave-position", Action::LeavePosition),
    ("recover", Action::Recover),
];

/// Action points by action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionCosts([u8; ACTIONS.len()]);

impl ActionCosts {
    /// Action points that an action costs.
    pub fn of(&self, action: Action) -> u8 {
        self.0[action as usize]
    }

    pub(super) fn read(tables: &PrintedTables) -> Result<ActionCosts, DefinitionError> {
        let mut costs = [0; ACTIONS.len()];
        for (name, action) in ACTIONS {
            costs[action as usize] = tables.get("actions")?.number(name, "ap")?;
        }
        Ok(ActionCosts(costs))
    }
}

/// The limits of a kind of attack (7.3, T.ATK).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AttackLimits {
    /// HQ supports at most.
    pub supports: u8,
    /// Air supports at most.
    pub air_supports: u8,
    /// Steps that an adverse result costs the attacker at least (7.6d).
    pub least_loss: u8,
}

impl AttackLimits {
    pub(super) fn read(tables: &PrintedTables, kind: &str) -> Result<AttackLimits, DefinitionError> {
        let table = tables.get("attacks")?;
        Ok(AttackLimits {
            supports: table.number(kind, "supports")?,
            air_supports: table.number(kind, "air")?,
            least_loss: table.number(kind, "least-loss")?,
        })
    }
}

/// A status of the status effects table (1.4, T.STA).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Condition {
    /// No marker.
    Normal,
    /// Without a line of supply for one check.
    Isolated,
    /// Without a line of supply for longer.
    Unsupplied,
    /// Without a line of command.
    OutOfCommand,
    /// Activated a second time and not recovered.
    Fatigued,
    /// In an improved position.
    Position,
}

const CONDITIONS: [(&str, Condition); 6] = [
    ("normal", Condition::Normal),
    ("isolated", Condition::Isolated),
    ("unsupplied", Condition::Unsupplied),
    ("out-of-command", Condition::OutOfCommand),
    ("fatigued", Condition::Fatigued),
    ("position", Condition::Position),
];

/// What a status does to a unit. Effects of several statuses are all suffered (1.4b).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusEffects {
    /// Whether the unit may act in a formation activation.
    pub formation_activation: bool,
    /// Whether it attacks at half strength.
    pub attack_halved: bool,
    /// Whether it defends at half strength.
    pub defence_halved: bool,
    /// Whether it may take part in a prepared attack.
    pub prepared_attack: bool,
    /// What becomes of its action points.
    pub action_points: ActionPoints,
    /// Whether it exerts a zone of control.
    pub zone_of_control: bool,
    /// Whether it can be bound to attack.
    pub must_attack: bool,
}

/// What a status does to action points.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionPoints {
    /// Those of the class.
    OfClass,
    /// At most so many.
    AtMost(u8),
    /// So many fewer.
    Fewer(u8),
    /// 1 if the C3I check fails (9.4b).
    ByCheck,
}

/// Effects by status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusTable([StatusEffects; CONDITIONS.len()]);

impl StatusTable {
    /// What a status does.
    pub fn of(&self, condition: Condition) -> StatusEffects {
        self.0[condition as usize]
    }

    pub(super) fn read(tables: &PrintedTables) -> Result<StatusTable, DefinitionError> {
        let table = tables.get("status")?;
        let yes_no = [("yes", true), ("no", false)];
        let strength = [("half", true), ("full", false)];
        let effects = |row| -> Result<StatusEffects, DefinitionError> {
            Ok(StatusEffects {
                formation_activation: table.choice(row, "activation", &[("any", true), ("general", false)])?,
                attack_halved: table.choice(row, "attack", &strength)?,
                defence_halved: table.choice(row, "defence", &strength)?,
                prepared_attack: table.choice(row, "prepared", &yes_no)?,
                action_points: table.read(row, "ap", action_points)?,
                zone_of_control: table.choice(row, "zoc", &yes_no)?,
                must_attack: table.choice(row, "must-attack", &yes_no)?,
            })
        };
        let mut all = [effects("normal")?; CONDITIONS.len()];
        for (name, condition) in CONDITIONS {
            all[condition as usize] = effects(name)?;
        }
        Ok(StatusTable(all))
    }
}

fn action_points(text: &str) -> Result<ActionPoints, String> {
    let expected = || format!("expected class, check, 2 or -1, found `{text}`");
    match text {
        "class" => Ok(ActionPoints::OfClass),
        "check" => Ok(ActionPoints::ByCheck),
        _ => match text.strip_prefix('-') {
            Some(fewer) => fewer.parse().map(ActionPoints::Fewer).map_err(|_| expected()),
            None => text.parse().map(ActionPoints::AtMost).map_err(|_| expected()),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::tables;
    use super::*;

    #[test]
    fn case_3_4_1_actions_cost_what_the_table_says() {
        let costs = tables().actions;
        assert_eq!(ACTIONS.map(|(_, action)| costs.of(action)), [1, 1, 2, 1, 0, 2]);
    }

    #[test]
    fn case_7_3_a_prepared_attack_takes_two_supports_and_costs_a_step() {
        let tables = tables();
        assert_eq!(tables.normal_attack, AttackLimits { supports: 1, air_supports: 1, least_loss: 0 });
        assert_eq!(tables.prepared_attack, AttackLimits { supports: 2, air_supports: 2, least_loss: 1 });
    }

    #[test]
    fn t_sta_each_status_does_what_the_table_says() {
        let status = tables().status;
        let halves = |condition| (status.of(condition).attack_halved, status.of(condition).defence_halved);
        assert_eq!(halves(Condition::Isolated), (false, false));
        assert_eq!(halves(Condition::Unsupplied), (true, true));
        assert_eq!(halves(Condition::Fatigued), (true, true));
        let points = |condition| status.of(condition).action_points;
        assert_eq!(points(Condition::Isolated), ActionPoints::AtMost(2));
        assert_eq!(points(Condition::Unsupplied), ActionPoints::AtMost(1));
        assert_eq!(points(Condition::Fatigued), ActionPoints::Fewer(1));
        assert_eq!(points(Condition::OutOfCommand), ActionPoints::ByCheck);
        for (name, condition) in CONDITIONS {
            let effects = status.of(condition);
            assert!(effects.zone_of_control, "{name}");
            assert_eq!(effects.must_attack, condition != Condition::Position, "{name}");
            assert_eq!(effects.formation_activation, condition != Condition::OutOfCommand, "{name}");
            let supplied = !matches!(condition, Condition::Isolated | Condition::Unsupplied);
            assert_eq!(effects.prepared_attack, supplied, "{name}");
        }
    }
}
