use definitions::UnitId;
use definitions::hex::HexId;
use std::fmt;
use std::marker::PhantomData;
use std::ops::{Index, IndexMut};

/// The number of a thing among its like, from 0 without a gap.
pub trait Id: Copy {
    /// Its place in an array with one entry each.
    fn index(self) -> usize;
}

impl Id for HexId {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl Id for UnitId {
    #[inline]
    fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// One entry for each thing of a kind, as an array: what is kept of every hex cannot be asked of a unit.
///
/// ```
/// use definitions::hex::HexId;
/// use engine::kernel::Dense;
///
/// let mut steps: Dense<HexId, u8> = Dense::new(3, 0);
/// steps[HexId(2)] += 4;
/// assert_eq!(steps[HexId(2)], 4);
/// ```
///
/// ```compile_fail,E0277
/// use definitions::UnitId;
/// use definitions::hex::HexId;
/// use engine::kernel::Dense;
///
/// let steps: Dense<HexId, u8> = Dense::new(3, 0);
/// steps[UnitId(2)];
/// ```
pub struct Dense<I, T> {
    entries: Vec<T>,
    of: PhantomData<fn(I)>,
}

impl<I: Id, T> Dense<I, T> {
    /// The same entry for so many things.
    pub fn new(count: usize, entry: T) -> Dense<I, T>
    where
        T: Clone,
    {
        Dense::from(vec![entry; count])
    }

    /// The entry of a thing, to be changed; none if there is no such thing.
    #[inline]
    pub fn get_mut(&mut self, id: I) -> Option<&mut T> {
        self.entries.get_mut(id.index())
    }
}

impl<I: Id, T> From<Vec<T>> for Dense<I, T> {
    fn from(entries: Vec<T>) -> Dense<I, T> {
        Dense { entries, of: PhantomData }
    }
}

impl<I: Id, T> FromIterator<T> for Dense<I, T> {
    fn from_iter<E: IntoIterator<Item = T>>(entries: E) -> Dense<I, T> {
        Dense::from(Vec::from_iter(entries))
    }
}

impl<I: Id, T> Index<I> for Dense<I, T> {
    type Output = T;
    #[inline]
    fn index(&self, id: I) -> &T {
        &self.entries[id.index()]
    }
}

impl<I: Id, T> IndexMut<I> for Dense<I, T> {
    #[inline]
    fn index_mut(&mut self, id: I) -> &mut T {
        &mut self.entries[id.index()]
    }
}

impl<I, T: Clone> Clone for Dense<I, T> {
    fn clone(&self) -> Dense<I, T> {
        Dense { entries: self.entries.clone(), of: PhantomData }
    }
}

impl<I, T: PartialEq> PartialEq for Dense<I, T> {
    fn eq(&self, other: &Dense<I, T>) -> bool {
        self.entries == other.entries
    }
}

impl<I, T: Eq> Eq for Dense<I, T> {}

impl<I, T: fmt::Debug> fmt::Debug for Dense<I, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.entries.fmt(f)
    }
}
