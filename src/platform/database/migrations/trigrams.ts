import { sql } from 'kysely'
import type { MigrationContext } from './context.ts'

/** Creates the index in which texts of `user_search` are found by parts of them, where the database has one. */
export async function createTrigrams(context: MigrationContext): Promise<void> {
  if (context.dialect === 'sqlite') await createTrigramsOnSqlite(context)
  if (context.dialect === 'postgres') await createTrigramsOnPostgres(context)
}

async function createTrigramsOnSqlite({ database }: MigrationContext): Promise<void> {
  const fts5 = await sql`
    select 1 from pragma_compile_options where compile_options = 'ENABLE_FTS5'`.execute(database)
  if (fts5.rows.length === 0) return
  // Without positions, which take most of the space: a search compares the texts that it finds.
  await sql`
    create virtual table if not exists user_search_trigrams using fts5 (
      search_text, content = 'user_search', content_rowid = 'id',
      tokenize = 'trigram case_sensitive 1', detail = none, columnsize = 0)`.execute(database)
  const add = sql`insert into user_search_trigrams (rowid, search_text) values (new.id, new.search_text);`
  const remove = sql`
    insert into user_search_trigrams (user_search_trigrams, rowid, search_text)
      values ('delete', old.id, old.search_text);`
  await sql`
    create trigger if not exists user_search_inserted after insert on user_search begin ${add} end`.execute(
    database,
  )
  await sql`
    create trigger if not exists user_search_deleted after delete on user_search begin ${remove} end`.execute(
    database,
  )
  await sql`
    create trigger if not exists user_search_updated after update on user_search begin ${remove} ${add} end`.execute(
    database,
  )
}

/** Leaves out the index where the server lacks the extension or does not allow this user to create it. */
async function createTrigramsOnPostgres({ database }: MigrationContext): Promise<void> {
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index if not exists user_search_trigrams on user_search using gin (search_text gin_trgm_ops);
    exception when insufficient_privilege or feature_not_supported or undefined_file or undefined_object then
      null;
    end $$`.execute(database)
}
