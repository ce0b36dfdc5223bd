use super::SurveyError;
use super::geography::{Geography, RoadLine};
use super::lattice::{Lattice, centre, hex_at, middle};
use super::rivers::Rivers;
use super::settings::Settings;
use super::sheet::{Point, Sheet, apart, crossings, distance};
use definitions::RoadClass;
use definitions::hex::{Grid, HexId};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

/// How strongly a road avoids hexes far from its line.
const STRAY: f64 = 3.0;
/// A link that carries a road already costs this share, so that roads join instead of running side by side.
const JOINED: f64 = 0.45;
/// What it costs to cross a river where the true road does not.
const FALSE_BRIDGE: f64 = 2.2;
/// How near to its end a road touches a river, so that the town there may have a bridge.
const TOUCH: f64 = 0.05;

/// Road links by their two hexes, the lower one first.
pub type Links = BTreeMap<(HexId, HexId), RoadClass>;

/// Everything that the laying of roads looks at.
pub struct Roads<'a> {
    /// The grid.
    pub grid: &'a Grid,
    /// Its hexsides.
    pub lattice: &'a Lattice,
    /// The way to the map plane.
    pub sheet: &'a Sheet,
    /// The survey.
    pub geography: &'a Geography,
    /// What counts.
    pub settings: &'a Settings,
    /// Rivers laid before.
    pub rivers: &'a Rivers,
    /// Hexes of places.
    pub places: &'a BTreeMap<String, HexId>,
}

impl Roads<'_> {
    /// Lays all roads that count, main ones first, and thins what runs double.
    ///
    /// # Errors
    /// When the settings name a road that the gazetteer lacks.
    pub fn lay(&self) -> Result<Links, SurveyError> {
        let mut links = Links::new();
        for road in self.counting()? {
            let class = if road.main { RoadClass::Main } else { RoadClass::Secondary };
            for link in self.course(road, &links) {
                let known = links.entry(link).or_insert(class);
                if class == RoadClass::Main {
                    *known = class;
                }
            }
        }
        self.thin(&mut links);
        Ok(links)
    }

    /// Main roads, then the tracks of the settings, then all others if they count.
    fn counting(&self) -> Result<Vec<&RoadLine>, SurveyError> {
        let joins =
            |road: &RoadLine, a: &str, b: &str| (road.from == a && road.to == b) || (road.from == b && road.to == a);
        let find = |chains: &[Vec<String>]| -> Result<Vec<&RoadLine>, SurveyError> {
            let mut found = Vec::new();
            for pair in chains.iter().flat_map(|chain| chain.windows(2)) {
                let road = self.geography.roads.iter().find(|road| joins(road, &pair[0], &pair[1]));
                found.push(road.ok_or_else(|| SurveyError::Unknown("road", format!("{} - {}", pair[0], pair[1])))?);
            }
            Ok(found)
        };
        let skipped = find(&self.settings.skips)?;
        let skip = |road: &RoadLine| skipped.iter().any(|it| joins(road, &it.from, &it.to));
        let wanted = |main: bool| self.geography.roads.iter().filter(move |road| road.main == main && !skip(road));
        let mut roads: Vec<&RoadLine> = wanted(true).collect();
        roads.extend(find(&self.settings.tracks)?);
        roads.extend(wanted(false).filter(|_| self.settings.all_roads));
        Ok(roads)
    }

    /// The links of one road: of each of its stretches on the map, so that it does not run along the rim where the true
    /// road lies beyond.
    fn course(&self, road: &RoadLine, links: &Links) -> Vec<(HexId, HexId)> {
        let line = self.sheet.line(&road.line);
        let hexes: Vec<Option<HexId>> = line.iter().map(|point| hex_at(self.grid, *point)).collect();
        let mut found = Vec::new();
        let mut start = 0;
        while start < line.len() {
            let Some(first) = hexes[start] else {
                start += 1;
                continue;
            };
            let end = (start..line.len()).find(|at| hexes[*at].is_none()).unwrap_or(line.len());
            let last = hexes[end - 1].unwrap_or(first);
            let from = self.places.get(&road.from).filter(|_| start == 0).unwrap_or(&first);
            let to = self.places.get(&road.to).filter(|_| end == line.len()).unwrap_or(&last);
            found.extend(self.cheapest(*from, *to, &line[start..end], links));
            start = end;
        }
        found
    }

    /// The cheapest chain of links between two hexes that keeps to a line.
    fn cheapest(&self, from: HexId, to: HexId, line: &[Point], links: &Links) -> Vec<(HexId, HexId)> {
        let crossed: Vec<Vec<Point>> = self.rivers.courses.iter().map(|course| self.crossings(course, line)).collect();
        let mut best = vec![f64::INFINITY; self.grid.len()];
        let mut came: Vec<Option<HexId>> = vec![None; self.grid.len()];
        let mut queue = BinaryHeap::from([Reverse((0u64, from))]);
        let order = |cost: f64| (cost * 1e6) as u64;
        best[from.index()] = 0.0;
        while let Some(Reverse((cost, hex))) = queue.pop() {
            if hex == to {
                break;
            }
            if cost > order(best[hex.index()]) {
                continue;
            }
            for (_, there) in self.grid.neighbours(hex) {
                let off = distance(centre(self.grid, there), line).powi(2);
                let off = off + distance(middle(self.grid, hex, there), line).powi(2);
                let mut step = 1.0 + STRAY * off;
                if links.contains_key(&(hex.min(there), hex.max(there))) {
                    step *= JOINED;
                }
                if let Some(river) = self.lattice.between(hex, there).and_then(|side| self.rivers.on.get(&side)) {
                    let here = middle(self.grid, hex, there);
                    let bridged = crossed[*river].iter().any(|at| apart(*at, here) < self.settings.bridges_within);
                    step += if bridged { 0.05 } else { FALSE_BRIDGE };
                }
                let next = best[hex.index()] + step;
                if next < best[there.index()] {
                    best[there.index()] = next;
                    came[there.index()] = Some(hex);
                    queue.push(Reverse((order(next), there)));
                }
            }
        }
        let mut chain = Vec::new();
        let mut hex = to;
        while let Some(before) = came[hex.index()] {
            chain.push((hex.min(before), hex.max(before)));
            hex = before;
        }
        chain
    }

    /// Where a road truly crosses a river, or ends at it. Where the game wants bridges near their true places, a road
    /// that crosses and comes back is taken to keep to its bank: the traces are not better than that.
    fn crossings(&self, course: &[Point], line: &[Point]) -> Vec<Point> {
        let mut found = crossings(course, line);
        if self.settings.bridges_within.is_finite() && found.len().is_multiple_of(2) {
            found.clear();
        }
        let ends = [line.first(), line.last()].into_iter().flatten();
        found.extend(ends.filter(|end| distance(**end, course) < TOUCH));
        found
    }

    /// Takes one link out of each triangle of links: the least one, so that no road runs double. Of links as dispensable as
    /// each other it is the one whose columns are counted last.
    fn thin(&self, links: &mut Links) {
        let rank = |hex: &HexId| (self.grid.counted(*hex).0, self.grid.column_row(*hex).1);
        let link = |(a, b): (HexId, HexId)| (a.min(b), a.max(b));
        let hexes: BTreeSet<HexId> = links.keys().flat_map(|(a, b)| [*a, *b]).collect();
        let mut hexes: Vec<HexId> = hexes.into_iter().collect();
        hexes.sort_by_key(rank);
        for a in hexes {
            for (_, b) in self.grid.neighbours(a).filter(|(_, b)| rank(&a) < rank(b)) {
                for (_, c) in self.grid.neighbours(b).filter(|(_, c)| rank(&b) < rank(c)) {
                    let triangle = [(a, b), (b, c), (a, c)];
                    if triangle.iter().all(|pair| links.contains_key(&link(*pair))) {
                        let dispensable =
                            |(a, b): &(HexId, HexId)| (self.worth(links, link((*a, *b))), rank(a), rank(b));
                        if let Some(least) = triangle.into_iter().max_by_key(dispensable) {
                            links.remove(&link(least));
                        }
                    }
                }
            }
        }
    }

    /// How dispensable a link is: secondary before main, over a river before dry.
    fn worth(&self, links: &Links, link: (HexId, HexId)) -> (bool, bool) {
        let wet = self.lattice.between(link.0, link.1).is_some_and(|side| self.rivers.on.contains_key(&side));
        (links.get(&link) == Some(&RoadClass::Secondary), wet)
    }
}
