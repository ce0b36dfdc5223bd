use crate::printed::sides::{ALLIED, GERMAN};
use crate::printed::tables::Class;
use definitions::{DefinitionError, Feature, HexDefinition, PrintedTable, PrintedTables, Settlement, Terrain};
use engine::contract::SideId;

/// A kind of ground with a line of its own in the terrain effects chart. A hex holds one of the first three and
/// perhaps more on top of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ground {
    /// Open ground.
    Clear,
    /// Rough ground.
    Rough,
    /// Forest.
    Forest,
    /// The German fortified line.
    Westwall,
    /// A village.
    Village,
    /// A city.
    City,
}

const GROUNDS: [(&str, Ground); 6] = [
    ("clear", Ground::Clear),
    ("rough", Ground::Rough),
    ("forest", Ground::Forest),
    ("westwall", Ground::Westwall),
    ("village", Ground::Village),
    ("city", Ground::City),
];

/// The terrain effects chart (T.TEC). Movement points are counted in halves, because a road costs half a point.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TerrainChart {
    grounds: [GroundEffects; GROUNDS.len()],
    /// Road cost in half points: infantry, mechanized.
    road: [u8; 2],
    river: CrossingEffects,
    bridge: CrossingEffects,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct GroundEffects {
    /// Half points to enter: infantry, mechanized; none = as the other terrain in the hex.
    cost: [Option<u8>; 2],
    /// Columns, negative = left.
    shift: i32,
    /// The only side that it serves, in defence and as cover.
    serves: Option<SideId>,
    armour_halved: bool,
    attack_optional: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct CrossingEffects {
    /// By side and by column of the chart (infantry, mechanized).
    cost: [[Option<CrossingCost>; 2]; 2],
    only_infantry_attacks: bool,
}

/// What crossing a river costs, the hex behind it included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CrossingCost {
    /// Half movement points.
    Movement(u8),
    /// Action points.
    Action(u8),
}

impl Ground {
    /// What a hex of the map is made of, the ground itself first. Woods count as forest, marsh as rough, towns as
    /// cities.
    pub fn of(hex: &HexDefinition) -> Vec<Ground> {
        let mut grounds = vec![match hex.terrain {
            Terrain::Clear | Terrain::OffMap | Terrain::Own(_) => Ground::Clear,
            Terrain::Rough | Terrain::Marsh => Ground::Rough,
            Terrain::Woods | Terrain::Forest => Ground::Forest,
        }];
        if hex.features.contains(&Feature::Westwall) {
            grounds.push(Ground::Westwall);
        }
        grounds.extend(hex.settlement.map(|settlement| match settlement {
            Settlement::Village => Ground::Village,
            Settlement::Town | Settlement::City => Ground::City,
        }));
        grounds
    }
}

impl TerrainChart {
    /// Half movement points to enter a hex off the road: those of the topmost ground that sets its own.
    pub fn entry_cost(&self, class: Class, grounds: &[Ground]) -> u8 {
        let own = grounds.iter().rev().find_map(|ground| self.effects(*ground).cost[class.chart_column()]);
        own.unwrap_or(2)
    }

    /// Half movement points to enter a hex by road, for a unit that is alone there (6.2b).
    pub fn road_cost(&self, class: Class) -> u8 {
        self.road[class.chart_column()]
    }

    /// Cost of crossing a river; none where the unit cannot cross.
    pub fn crossing_cost(&self, side: SideId, class: Class, bridge: bool) -> Option<CrossingCost> {
        self.crossing(bridge).cost[side.index()][class.chart_column()]
    }

    /// Whether a unit of a class may attack across a river (T.TECh, T.TECi). Its strength is halved.
    pub fn attacks_across(&self, class: Class, bridge: bool) -> bool {
        class == Class::Infantry || !self.crossing(bridge).only_infantry_attacks
    }

    /// Columns by which the ground helps a defender: 0 or negative (7.4a).
    pub fn shift(&self, defender: SideId, grounds: &[Ground]) -> i32 {
        self.serving(defender, grounds).map(|effects| effects.shift).sum()
    }

    /// Whether a unit in the hex is free from the obligation to attack (4.3b, ruling R48).
    pub fn attack_optional(&self, side: SideId, grounds: &[Ground]) -> bool {
        self.serving(side, grounds).any(|effects| effects.attack_optional)
    }

    /// Whether armoured units that attack the hex are halved (T.TECf).
    pub fn halves_armour(&self, grounds: &[Ground]) -> bool {
        grounds.iter().any(|ground| self.effects(*ground).armour_halved)
    }

    fn serving<'a>(&'a self, side: SideId, grounds: &'a [Ground]) -> impl Iterator<Item = &'a GroundEffects> {
        let effects = grounds.iter().map(|ground| self.effects(*ground));
        effects.filter(move |effects| effects.serves.is_none_or(|served| served == side))
    }

    fn effects(&self, ground: Ground) -> &GroundEffects {
        &self.grounds[ground as usize]
    }

    fn crossing(&self, bridge: bool) -> &CrossingEffects {
        if bridge { &self.bridge } else { &self.river }
    }

    /// Reads the tables `terrain`, `road` and `crossings`.
    ///
    /// # Errors
    /// When one is missing or a cell holds something else.
    pub(super) fn read(tables: &PrintedTables) -> Result<TerrainChart, DefinitionError> {
        let (terrain, road, crossings) = (tables.get("terrain")?, tables.get("road")?, tables.get("crossings")?);
        let mut grounds = [GroundEffects::read(terrain, "clear")?; GROUNDS.len()];
        for (name, ground) in GROUNDS {
            grounds[ground as usize] = GroundEffects::read(terrain, name)?;
        }
        Ok(TerrainChart {
            grounds,
            road: [road.read("road", "infantry", half_points)?, road.read("road", "mechanized", half_points)?],
            river: CrossingEffects::read(crossings, "river")?,
            bridge: CrossingEffects::read(crossings, "bridge")?,
        })
    }
}

impl GroundEffects {
    fn read(table: &PrintedTable, row: &str) -> Result<GroundEffects, DefinitionError> {
        let cost = |column| {
            table.read(row, column, |text| if text == "other" { Ok(None) } else { half_points(text).map(Some) })
        };
        Ok(GroundEffects {
            cost: [cost("infantry")?, cost("mechanized")?],
            shift: table.number(row, "shift")?,
            serves: table.choice(
                row,
                "defender",
                &[("all", None), ("german", Some(GERMAN)), ("allied", Some(ALLIED))],
            )?,
            armour_halved: table.choice(row, "halved", &[(".", false), ("armoured", true)])?,
            attack_optional: table.choice(row, "attack", &[("must", false), ("optional", true)])?,
        })
    }
}

impl CrossingEffects {
    fn read(table: &PrintedTable, row: &str) -> Result<CrossingEffects, DefinitionError> {
        let cost = |column| table.read(row, column, crossing_cost);
        Ok(CrossingEffects {
            cost: [
                [cost("german-infantry")?, cost("german-mechanized")?],
                [cost("allied-infantry")?, cost("allied-mechanized")?],
            ],
            only_infantry_attacks: table.choice(row, "attack", &[("infantry", true), ("all", false)])?,
        })
    }
}

/// Half points from `2` or `1/2`.
fn half_points(text: &str) -> Result<u8, String> {
    if text == "1/2" {
        return Ok(1);
    }
    let points = text.parse::<u8>().ok().and_then(|points| points.checked_mul(2)).filter(|points| *points > 0);
    points.ok_or_else(|| format!("expected movement points as in 2 or 1/2, found `{text}`"))
}

fn crossing_cost(text: &str) -> Result<Option<CrossingCost>, String> {
    if text == "no" {
        return Ok(None);
    }
    let expected = || format!("expected 2MP, 1AP or no, found `{text}`");
    if let Some(points) = text.strip_suffix("MP") {
        return Ok(Some(CrossingCost::Movement(half_points(points)?)));
    }
    let points = text.strip_suffix("AP").and_then(|points| points.parse().ok()).ok_or_else(expected)?;
    Ok(Some(CrossingCost::Action(points)))
}

#[cfg(test)]
mod tests {
    use super::super::tests::tables;
    use super::*;

    #[test]
    fn t_teca_to_f_grounds_cost_what_the_chart_says() {
        let chart = tables().terrain;
        let halves = |class, grounds: &[Ground]| chart.entry_cost(class, grounds);
        for (grounds, infantry, mechanized) in [
            (&[Ground::Clear][..], 2, 2),
            (&[Ground::Rough], 2, 4),
            (&[Ground::Forest], 4, 6),
            (&[Ground::Forest, Ground::Westwall], 4, 6),
            (&[Ground::Rough, Ground::Village], 2, 4),
            (&[Ground::Forest, Ground::Westwall, Ground::Village], 2, 6),
            (&[Ground::Forest, Ground::City], 2, 2),
        ] {
            assert_eq!(halves(Class::Infantry, grounds), infantry, "{grounds:?}");
            for class in [Class::Mechanized, Class::Armoured, Class::Headquarters] {
                assert_eq!(halves(class, grounds), mechanized, "{grounds:?}");
            }
        }
    }

    #[test]
    fn t_tecg_roads_cost_a_point_on_foot_and_half_a_point_on_wheels() {
        let chart = tables().terrain;
        assert_eq!((chart.road_cost(Class::Infantry), chart.road_cost(Class::Armoured)), (2, 1));
    }

    #[test]
    fn case_13_1_rivers_cost_germans_action_points_and_stop_vehicles_without_a_bridge() {
        let chart = tables().terrain;
        let cost = |side, class, bridge| chart.crossing_cost(side, class, bridge);
        assert_eq!(cost(GERMAN, Class::Infantry, false), Some(CrossingCost::Action(1)));
        assert_eq!(cost(GERMAN, Class::Armoured, true), Some(CrossingCost::Action(1)));
        assert_eq!(cost(ALLIED, Class::Infantry, true), Some(CrossingCost::Movement(4)));
        assert_eq!(cost(ALLIED, Class::Mechanized, true), Some(CrossingCost::Movement(6)));
        for side in SideId::BOTH {
            assert_eq!(cost(side, Class::Mechanized, false), None);
            assert_eq!(cost(side, Class::Headquarters, false), None);
        }
        assert!(chart.attacks_across(Class::Infantry, false) && chart.attacks_across(Class::Armoured, true));
        assert!(!chart.attacks_across(Class::Armoured, false));
    }

    #[test]
    fn case_7_4a_a_village_in_the_rough_shifts_two_columns() {
        let chart = tables().terrain;
        assert_eq!(chart.shift(ALLIED, &[Ground::Rough, Ground::Village]), -2);
        assert_eq!(chart.shift(ALLIED, &[Ground::Clear]), 0);
    }

    #[test]
    fn t_tecd_the_westwall_serves_germans_only() {
        let chart = tables().terrain;
        let wall = [Ground::Clear, Ground::Westwall];
        assert_eq!((chart.shift(GERMAN, &wall), chart.shift(ALLIED, &wall)), (-1, 0));
        assert!(chart.attack_optional(GERMAN, &wall) && !chart.attack_optional(ALLIED, &wall));
    }

    #[test]
    fn case_4_3b_cities_villages_and_forests_free_from_attack_and_cities_halve_armour() {
        let chart = tables().terrain;
        for ground in [Ground::City, Ground::Village, Ground::Forest] {
            assert!(chart.attack_optional(ALLIED, &[Ground::Clear, ground]), "{ground:?}");
        }
        assert!(!chart.attack_optional(ALLIED, &[Ground::Rough]));
        assert!(chart.halves_armour(&[Ground::Rough, Ground::City]) && !chart.halves_armour(&[Ground::Village]));
    }
}
