//! The file of the database.
//!
//! It is a B-tree by redb with keys and records as bytes. Every write is one transaction: it is on disk
//! when [`Database::update`] returns, and a kill before that leaves the file as it was. Any number of
//! processes may have the file open, even for writing; a writer waits for the end of another writer's
//! transaction, and readers see the last transaction that had ended when their view began.

use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};

use redb::{
    Builder, ConcurrencyMode, DatabaseError, ReadOnlyDatabase, ReadOnlyTable, ReadableDatabase,
    ReadableTable, ReadableTableMetadata, Table, TableDefinition,
};

use super::key::Key;
use super::record::Record;
use crate::coord::Size;
use crate::gomoku::rules::rule::Rule;
use crate::replacement::is_same;

const POSITIONS: TableDefinition<&[u8], &[u8]> = TableDefinition::new("positions");
const PROPERTIES: TableDefinition<&str, u64> = TableDefinition::new("properties");

/// Property with the version of the keys and records.
const VERSION_PROPERTY: &str = "version";
const VERSION: u64 = 1;

/// Most bytes of the file kept in memory.
pub const CACHE: usize = 32 << 20;

/// Why the database cannot be used.
#[derive(Debug)]
pub enum Failure {
    /// The file cannot be read or written, or is not a database.
    Storage(redb::Error),
    /// The file is of a later version of Tengen.
    Version(u64),
    /// A key or a record is damaged.
    Damaged,
    /// It was opened for reading only.
    ReadOnly,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            // The kind of error with which redb rejects the files of other programs.
            Failure::Storage(redb::Error::Io(error))
                if error.kind() == io::ErrorKind::InvalidData =>
            {
                f.write_str("not a position database")
            }
            Failure::Storage(redb::Error::Io(error)) => error.fmt(f),
            Failure::Storage(error) => error.fmt(f),
            Failure::Version(version) => {
                write!(f, "unsupported database version {version} (expected {VERSION})")
            }
            Failure::Damaged => f.write_str("the database has a damaged record"),
            Failure::ReadOnly => f.write_str("the database is open for reading only"),
        }
    }
}

impl std::error::Error for Failure {}

impl<E: Into<redb::Error>> From<E> for Failure {
    fn from(error: E) -> Failure {
        Failure::Storage(error.into())
    }
}

/// Whether a file that begins with `bytes` is a database.
pub fn is_database(bytes: &[u8]) -> bool {
    bytes.starts_with(b"redb\x1a\n\xa9\r\n")
}

enum File {
    Writable(redb::Database),
    ReadOnly(ReadOnlyDatabase),
}

/// An open database.
pub struct Database {
    file: File,
    path: PathBuf,
}

impl fmt::Debug for Database {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Database").field("is_read_only", &self.is_read_only()).finish()
    }
}

fn builder() -> Builder {
    let mut builder = Builder::new();
    builder.set_cache_size(CACHE).set_concurrency_mode(ConcurrencyMode::MultiWriter);
    builder
}

impl Database {
    /// Opens the database in the file `path` for reading and writing; creates the file if it is missing.
    ///
    /// # Errors
    /// The file cannot be opened or created, or is not a database.
    pub fn open(path: &Path) -> Result<Database, Failure> {
        let file = builder().create(path)?;
        let transaction = file.begin_write()?;
        let version = {
            let mut properties = transaction.open_table(PROPERTIES)?;
            transaction.open_table(POSITIONS)?;
            let version = properties.get(VERSION_PROPERTY)?.map(|value| value.value());
            if version.is_none() {
                properties.insert(VERSION_PROPERTY, VERSION)?;
            }
            version
        };
        match version {
            None => transaction.commit()?,
            Some(VERSION) => transaction.abort()?,
            Some(other) => return Err(Failure::Version(other)),
        }
        Ok(Database { file: File::Writable(file), path: path.to_owned() })
    }

    /// Opens the database in the file `path` for reading only. If a process was killed while it wrote, the file is
    /// repaired first.
    ///
    /// # Errors
    /// There is no such file, it cannot be read, or it is not a database.
    pub fn open_read_only(path: &Path) -> Result<Database, Failure> {
        let file = match builder().open_read_only(path) {
            Err(DatabaseError::RepairAborted) => {
                drop(builder().open(path)?);
                builder().open_read_only(path)?
            }
            opened => opened?,
        };
        let database = Database { file: File::ReadOnly(file), path: path.to_owned() };
        database.check_version()?;
        Ok(database)
    }

    /// Opens the database in the file `path` for reading and writing, or for reading only if it may not be
    /// written.
    ///
    /// # Errors
    /// As [`Database::open`] where neither works.
    pub fn open_or_read(path: &Path) -> Result<Database, Failure> {
        Database::open(path).or_else(|error| Database::open_read_only(path).map_err(|_| error))
    }

    fn check_version(&self) -> Result<(), Failure> {
        let properties = self.begin_read()?.open_table(PROPERTIES)?;
        match properties.get(VERSION_PROPERTY)?.map(|value| value.value()) {
            Some(VERSION) => Ok(()),
            other => Err(Failure::Version(other.unwrap_or(0))),
        }
    }

    pub fn is_read_only(&self) -> bool {
        matches!(self.file, File::ReadOnly(_))
    }

    /// Whether `path` refers to the file of the database.
    pub fn is_in(&self, path: &Path) -> bool {
        is_same(&self.path, path)
    }

    fn begin_read(&self) -> Result<redb::ReadTransaction, Failure> {
        Ok(match &self.file {
            File::Writable(file) => file.begin_read()?,
            File::ReadOnly(file) => file.begin_read()?,
        })
    }

    /// A view of the database as it is now; later writes do not change it.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn view(&self) -> Result<View<'_>, Failure> {
        let positions = self.begin_read()?.open_table(POSITIONS)?;
        Ok(View { positions, database: PhantomData })
    }

    /// Changes the database by `work` in one transaction, which is on disk on return. If `work` fails, nothing changes.
    ///
    /// # Errors
    /// Errors of `work`, or the file cannot be written.
    pub fn update<R>(
        &self,
        work: impl FnOnce(&mut Update<'_>) -> Result<R, Failure>,
    ) -> Result<R, Failure> {
        let File::Writable(file) = &self.file else {
            return Err(Failure::ReadOnly);
        };
        let transaction = file.begin_write()?;
        let result = work(&mut Update { positions: transaction.open_table(POSITIONS)? })?;
        transaction.commit()?;
        Ok(result)
    }

    /// Checks every page of the file and repairs as much as possible. Returns whether all was sound.
    ///
    /// # Errors
    /// The file is damaged beyond repair, is being used, or was opened for reading only.
    pub fn check_file(&mut self) -> Result<bool, Failure> {
        match &mut self.file {
            File::Writable(file) => Ok(file.check_integrity()?),
            File::ReadOnly(_) => Err(Failure::ReadOnly),
        }
    }
}

/// The database at one moment.
pub struct View<'d> {
    positions: ReadOnlyTable<&'static [u8], &'static [u8]>,
    /// A closed database cannot be read, not even by its views.
    database: PhantomData<&'d Database>,
}

impl View<'_> {
    /// The record of a position, if it is known.
    ///
    /// # Errors
    /// The file cannot be read or the record is damaged.
    pub fn get(&self, key: &Key) -> Result<Option<Record>, Failure> {
        read(&self.positions, key)
    }

    /// Number of positions.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn len(&self) -> Result<u64, Failure> {
        Ok(self.positions.len()?)
    }

    /// Whether there is no position.
    ///
    /// # Errors
    /// The file cannot be read.
    pub fn is_empty(&self) -> Result<bool, Failure> {
        Ok(self.positions.is_empty()?)
    }

    /// All positions in the order of their keys, those with fewer stones first for each rule and board;
    /// only those of `variant` if it is given.
    ///
    /// # Errors
    /// The file cannot be read or an entry is damaged.
    pub fn entries(
        &self,
        variant: Option<(Rule, Size)>,
    ) -> Result<impl DoubleEndedIterator<Item = Result<(Key, Record), Failure>>, Failure> {
        let range: RangeInclusive<Vec<u8>> = match variant {
            None => Vec::new()..=vec![u8::MAX; 4],
            Some((rule, size)) => {
                let prefix = Key::prefix(rule, size);
                prefix.to_vec()..=[&prefix[..], &[u8::MAX; 3]].concat()
            }
        };
        let range = self.positions.range(range.start().as_slice()..=range.end().as_slice())?;
        Ok(range.map(|entry| {
            let (key, record) = entry?;
            let key = Key::from_bytes(key.value()).ok_or(Failure::Damaged)?;
            Ok((key, Record::from_bytes(record.value()).ok_or(Failure::Damaged)?))
        }))
    }
}

/// A transaction that writes.
pub struct Update<'t> {
    positions: Table<'t, &'static [u8], &'static [u8]>,
}

impl Update<'_> {
    /// The record of a position, including the changes so far.
    ///
    /// # Errors
    /// As [`View::get`].
    pub fn get(&self, key: &Key) -> Result<Option<Record>, Failure> {
        read(&self.positions, key)
    }

    /// Replaces the record of a position.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn put(&mut self, key: &Key, record: &Record) -> Result<(), Failure> {
        self.positions.insert(key.as_bytes(), record.to_bytes().as_slice())?;
        Ok(())
    }

    /// The same; returns whether anything changed.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn replace(&mut self, key: &Key, record: &Record) -> Result<bool, Failure> {
        // A damaged record is replaced, too.
        let is_known = matches!(self.get(key), Ok(Some(known)) if known == *record);
        if !is_known {
            self.put(key, record)?;
        }
        Ok(!is_known)
    }

    /// Adds the better parts of `record`, as [`Record::merge`] does. Returns whether anything changed.
    ///
    /// # Errors
    /// The file cannot be read or written, or the record there is damaged.
    pub fn merge(&mut self, key: &Key, record: &Record) -> Result<bool, Failure> {
        let Some(mut known) = self.get(key)? else {
            self.put(key, record)?;
            return Ok(true);
        };
        let changed = known.merge(record);
        if changed {
            self.put(key, &known)?;
        }
        Ok(changed)
    }

    /// Deletes a position. Returns whether it was known.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn remove(&mut self, key: &Key) -> Result<bool, Failure> {
        Ok(self.positions.remove(key.as_bytes())?.is_some())
    }
}

fn read(
    positions: &impl ReadableTable<&'static [u8], &'static [u8]>,
    key: &Key,
) -> Result<Option<Record>, Failure> {
    match positions.get(key.as_bytes())? {
        None => Ok(None),
        Some(bytes) => Record::from_bytes(bytes.value()).map(Some).ok_or(Failure::Damaged),
    }
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::database::key::Canonical;
    use crate::database::key::tests::game;
    use crate::search::report::Score;

    /// A new database in a file of that name, which is deleted at once where the system allows it.
    pub fn scratch(name: &str) -> Database {
        let file = fresh(name);
        Database::open(&file.0).unwrap()
    }

    /// The path of a file in a folder of its own, which is deleted on drop.
    struct Fresh(std::path::PathBuf);

    impl Drop for Fresh {
        fn drop(&mut self) {
            let _ = self.0.parent().map(std::fs::remove_dir_all);
        }
    }

    /// The path of a file that does not exist. No other test may use `name`.
    fn fresh(name: &str) -> Fresh {
        let folder = format!("tengen-database-{name}-{}", std::process::id());
        let folder = std::env::temp_dir().join(folder);
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        Fresh(folder.join(name))
    }

    fn key(moves: &str) -> Key {
        Canonical::of(&game(Rule::Freestyle, moves)).unwrap().key
    }

    #[test]
    fn a_second_handle_sees_what_was_committed() {
        let file = fresh("handles");
        let path = &file.0;
        let one = Database::open(path).unwrap();
        let record = Record::searched(Score::Points(7), 3);
        one.update(|update| update.put(&key("h8"), &record)).unwrap();
        let other = Database::open(path).unwrap();
        let reader = Database::open_read_only(path).unwrap();
        let before = reader.view().unwrap();
        assert_eq!(before.get(&key("h8")).unwrap(), Some(record.clone()));
        other.update(|update| update.put(&key("h9"), &record)).unwrap();
        assert_eq!(before.get(&key("h9")).unwrap(), None);
        assert_eq!(reader.view().unwrap().len().unwrap(), 2);
        assert_eq!(one.view().unwrap().get(&key("h9")).unwrap(), Some(record));
        assert!(matches!(reader.update(|_| Ok(())), Err(Failure::ReadOnly)));
    }

    #[test]
    fn a_database_knows_its_file_by_every_name() {
        let file = fresh("own");
        let path = &file.0;
        let database = Database::open(path).unwrap();
        let folder = path.parent().unwrap();
        let detour = folder.join("..").join(folder.file_name().unwrap()).join("own");
        assert!(database.is_in(path) && database.is_in(&detour));
        assert!(!database.is_in(&fresh("absent").0) && !database.is_in(&std::env::temp_dir()));
    }

    #[test]
    fn failed_work_changes_nothing() {
        let database = scratch("failed");
        let result: Result<(), Failure> = database.update(|update| {
            update.put(&key("h8"), &Record::default())?;
            Err(Failure::Damaged)
        });
        assert!(result.is_err() && database.view().unwrap().is_empty().unwrap());
    }

    #[test]
    fn entries_are_those_of_one_rule_and_board() {
        let database = scratch("entries");
        let renju = Canonical::of(&game(Rule::Renju, "h8")).unwrap().key;
        database
            .update(|update| {
                for key in [key("h8h9"), key("h8"), renju.clone()] {
                    update.put(&key, &Record::default())?;
                }
                assert!(update.remove(&key("h8h9"))? && !update.remove(&key("h8h9"))?);
                update.put(&key("a1a2"), &Record::default())
            })
            .unwrap();
        let view = database.view().unwrap();
        let keys = |variant| -> Vec<Key> {
            view.entries(variant).unwrap().map(|entry| entry.unwrap().0).collect()
        };
        let size = Size::new(15, 15).unwrap();
        assert_eq!(keys(Some((Rule::Freestyle, size))), [key("h8"), key("a1a2")]);
        assert_eq!(keys(Some((Rule::Renju, size))), [renju]);
        assert_eq!(keys(None).len(), 3);
    }

    #[test]
    fn other_files_and_later_versions_are_refused() {
        let other = fresh("other");
        let path = &other.0;
        std::fs::write(path, "no database".repeat(1000)).unwrap();
        assert!(matches!(Database::open(path), Err(Failure::Storage(_))));
        assert!(matches!(Database::open_read_only(path), Err(Failure::Storage(_))));
        assert!(Database::open_read_only(&fresh("missing").0).is_err());
        let later = fresh("later");
        let path = &later.0;
        let file = builder().create(path).unwrap();
        let transaction = file.begin_write().unwrap();
        transaction.open_table(PROPERTIES).unwrap().insert(VERSION_PROPERTY, 2).unwrap();
        transaction.commit().unwrap();
        drop(file);
        assert!(matches!(Database::open(path), Err(Failure::Version(2))));
        assert!(matches!(Database::open_read_only(path), Err(Failure::Version(2))));
    }
}
