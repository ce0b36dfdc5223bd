use serde::{Serialize, Serializer};
use std::ops::{Deref, DerefMut};
use std::sync::Arc;

/// What keeps beside its facts something that was worked out from them.
pub trait Forgetful {
    /// Drops what was worked out: the facts are about to change.
    fn forget(&mut self);
}

/// A value whose copies are one until one of them is changed. States and views are copied for every order; most of
/// what they hold stays as it was. Whoever changes a copy makes it forget what was worked out from it.
#[derive(Clone, Debug)]
pub struct Shared<T>(Arc<T>);

impl<T> Shared<T> {
    /// Shares a value.
    pub fn new(value: T) -> Shared<T> {
        Shared(Arc::new(value))
    }
}

impl<T> Deref for Shared<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Clone + Forgetful> DerefMut for Shared<T> {
    /// Parts from the other copies.
    fn deref_mut(&mut self) -> &mut T {
        let value = Arc::make_mut(&mut self.0);
        value.forget();
        value
    }
}

impl<T: PartialEq> PartialEq for Shared<T> {
    fn eq(&self, other: &Shared<T>) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0 == other.0
    }
}

impl<T: Eq> Eq for Shared<T> {}

impl<T: Serialize> Serialize for Shared<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Numbers, and their sum once somebody has worked it out.
    #[derive(Clone, Debug, PartialEq, Eq, Serialize)]
    struct Numbers {
        all: Vec<u32>,
        sum: Option<u32>,
    }

    impl Forgetful for Numbers {
        fn forget(&mut self) {
            self.sum = None;
        }
    }

    #[test]
    fn a_change_of_one_copy_leaves_the_other_as_it_was_and_forgets_what_was_worked_out() {
        let one = Shared::new(Numbers { all: vec![1, 2], sum: Some(3) });
        let mut other = one.clone();
        assert_eq!(one, other);
        other.all.push(3);
        assert_eq!((one.all.len(), one.sum), (2, Some(3)));
        assert_eq!(serde_json::to_string(&other).expect("JSON"), r#"{"all":[1,2,3],"sum":null}"#);
    }
}
