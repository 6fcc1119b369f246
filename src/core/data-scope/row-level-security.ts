/** A table whose rows PostgreSQL filters by the data scope of the current transaction. */
interface SecuredTable {
  /** With its schema, if it is not in the search path. */
  readonly table: string
  readonly department: string
  readonly owner: string
  /** The role of the app. It is created unless it exists. */
  readonly role: string
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/

/** The scope of the transaction; null without one. After a transaction that had one, the setting is empty. */
const SCOPE = "nullif(current_setting('castellan.scope', true), '')::jsonb"

/**
 * Returns SQL for PostgreSQL: a policy that hides every row unless the transaction has a data scope, a role that cannot bypass
 * it, and the function that sets the scope until the end of the transaction. The SQL checks the table, its columns and the role
 * before it changes anything. Throws if a name is not a plain one.
 *
 * The policy is restrictive, so that rows need it beside whatever other policies allow. PostgreSQL shows no row without a
 * permissive policy, so that a table without one gets a second policy that allows every row.
 */
export function rowLevelSecurity({ table, department, owner, role }: SecuredTable): string {
  const parts = table.split('.')
  if (parts.length > 2) throw new TypeError(`the table ${JSON.stringify(table)} must be NAME or SCHEMA.NAME`)
  const target = parts.map((part) => quoted('table', part)).join('.')
  const deptId = quoted('department', department)
  const ownerId = quoted('owner', owner)
  if (deptId === ownerId) throw new TypeError('department and owner must be different columns')
  const app = quoted('role', role)
  const [schema = '', name] = parts
  const ofSchema = name === undefined ? '' : `grant usage on schema ${quoted('table', schema)} to ${app};\n`
  return `-- Row-level security of ${table} by the data scopes of Castellan. Run it as the owner of the table, with the right to create roles.
begin;

-- Checks everything before it changes anything.
do $$
declare
  target regclass := to_regclass('${target}');
  wanted text;
  found text;
begin
  if target is null or (select relkind from pg_class where oid = target) not in ('r', 'p') then
    raise exception 'there is no table ${table}';
  end if;
  foreach wanted in array array['${department}', '${owner}'] loop
    select atttypid::regtype::text into found from pg_attribute
      where attrelid = target and attname = wanted and attnum > 0 and not attisdropped;
    if found is null then
      raise exception 'the table ${table} has no column %', wanted;
    elsif found not in ('smallint', 'integer', 'bigint', 'numeric') then
      raise exception 'the column % has the type %, and the ids of departments and users are numbers', wanted, found;
    end if;
  end loop;
  if exists (select from pg_roles where rolname = '${role}' and (rolsuper or rolbypassrls)) then
    raise exception 'the role ${role} would bypass row-level security';
  elsif exists (
    select from pg_roles, pg_class where rolname = '${role}' and pg_class.oid = target
      and pg_has_role(pg_roles.oid, relowner, 'member')
  ) then
    raise exception 'the role ${role} is or belongs to the owner of ${table}, who can end row-level security';
  end if;
  for found in select polname from pg_policy
    where polrelid = target and polname not in ('castellan_data_scope', 'castellan_every_row')
  loop
    raise notice 'the policy % stays: a row needs the data scope and whatever other policies require', found;
  end loop;
end
$$;

-- Sets the scope of the transaction: the JSON of service.scopeOf, of GET /api/v1/data-scope or of X-Castellan-Resolved-Scope.
create or replace function castellan_use_scope(scope jsonb) returns void language sql as $$
  select set_config('castellan.scope', scope::text, true)
$$;
create or replace function castellan_scope_kind() returns text language sql stable as $$
  select ${SCOPE} ->> 'kind'
$$;
create or replace function castellan_scope_departments() returns bigint[] language sql stable as $$
  select array(
    select jsonb_array_elements_text(${SCOPE} -> 'departments')::bigint
    where ${SCOPE} ->> 'kind' = 'some'
  )
$$;
create or replace function castellan_scope_user() returns bigint language sql stable as $$
  select (${SCOPE} ->> 'userId')::bigint where ${SCOPE} ->> 'kind' = 'some'
$$;

alter table ${target} enable row level security;
-- Without this, the owner of the table would see all rows.
alter table ${target} force row level security;
drop policy if exists castellan_data_scope on ${target};
-- Restrictive: other policies cannot show a row that is outside the data scope.
create policy castellan_data_scope on ${target} as restrictive using (
  (select castellan_scope_kind()) = 'all'
  or ${deptId} = any ((select castellan_scope_departments())::bigint[])
  or ${ownerId} = (select castellan_scope_user())
);

-- Without a permissive policy, no row would be visible. Where there is another one, it decides which rows it allows.
drop policy if exists castellan_every_row on ${target};
do $$
begin
  if not exists (select from pg_policy where polrelid = '${target}'::regclass and polpermissive) then
    create policy castellan_every_row on ${target} using (true);
  end if;
end
$$;

-- The app logs in as a member of this role. Superusers and roles with BYPASSRLS see all rows.
do $$
begin
  if not exists (select from pg_roles where rolname = '${role}') then
    create role ${app};
  end if;
end
$$;
${ofSchema}grant select, insert, update, delete on ${target} to ${app};
-- A column of type serial also needs: grant usage on sequence … (identity columns need nothing).

commit;

-- In the app, first in every transaction:
--   begin;
--   select castellan_use_scope($1);
--   …
--   commit;
`
}

function quoted(what: string, name: string): string {
  if (NAME.test(name)) return `"${name}"`
  throw new TypeError(
    `the ${what} ${JSON.stringify(name)} must have 1 to 63 letters, digits and underscores, and not begin with a digit`,
  )
}
