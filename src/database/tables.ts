import type { Generated } from 'kysely'

/** Times are milliseconds since 1970 (UTC); a status is "2" for enabled or success, "1" for disabled or failure. */
export interface Tables {
  users: {
    id: Generated<number>
    username: string
    /** The form of the username that must be unique: see `accounts/user/username.ts`. */
    username_key: string
    /** The same for usernames that look alike: see `accounts/user/name-skeleton.ts`. */
    name_skeleton: Generated<string>
    password_hash: string
    /** Increases with every change that invalidates a login in progress or a sent link: a new password, role, address, … */
    credential_version: Generated<number>
    /** 1: the user must set a new password first. */
    password_change_due: Generated<number>
    /** Increases with every change, so that concurrent changes are detected. */
    revision: Generated<number>
    nick_name: string
    email: string
    /** The form in which the e-mail address is compared with usernames; empty if it is too long for one. */
    email_key: Generated<string>
    phone: string
    role_id: number
    /** When the role ends, in the time of the database; 0 for a role without an end. */
    role_until: Generated<number>
    /** The role that returns at the end; 0 if the role has no end. */
    former_role_id: Generated<number>
    /** When the event that announces the end is due; 0 if there is none, or none any more. */
    role_reminder_at: Generated<number>
    /** 0: the user is in no department. */
    dept_id: Generated<number>
    /** Replaces the data scope of the role, unless it is empty. */
    data_scope: Generated<string>
    status: string
    /** The other user of a suspension, until somebody decides about this one; 0 for a user who is not suspended. */
    suspended_with: Generated<number>
    /** Which of the two has suspended the other; 0 for a user who is not suspended. */
    suspended_by: Generated<number>
    remark: string
    /** The login methods that the user may use, separated by commas; empty for all enabled ones. */
    login_methods: string
    /** The rights that the user had when the password was set: see `accounts/user/credential-rights.ts`. */
    password_rights: Generated<string>
    email_rights: Generated<string>
    phone_rights: Generated<string>
    created_at: number
    updated_at: number
  }

  /** The text in which a user is searched: see `accounts/user/user-search.ts`. A table of its own, because a search reads all of it. */
  user_search: {
    /** The id of the user. */
    id: number
    search_text: string
  }

  /** The last login of each user. A table of its own, because a login only takes a shared lock on the user. */
  user_logins: {
    /** The id of the user. */
    id: number
    logged_in_at: number
  }

  /** A network from which a user has logged in. The id is a hash of both. */
  user_networks: {
    id: string
    user_id: number
    /** The time of the last login. */
    logged_in_at: number
  }

  roles: {
    id: Generated<number>
    role_name: string
    role_key: string
    data_scope: string
    /** The departments of data scope 2: their ids, separated by commas. */
    dept_ids: string
    status: string
    remark: string
    revision: Generated<number>
    created_at: number
    updated_at: number
  }

  departments: {
    id: Generated<number>
    /** 0: the department is at the top. */
    parent_id: number
    dept_name: string
    /** The place among the departments with the same parent. */
    sort: number
    leader: string
    phone: string
    email: string
    status: string
    revision: Generated<number>
    created_at: number
    updated_at: number
  }

  policy_rules: {
    id: Generated<number>
    role_key: string
    path: string
    method: string
  }

  /** One row per issued token. The token itself is not stored. */
  sessions: {
    id: Generated<number>
    nonce: string
    /** Identifies the key, issuer and mode of the session's token. */
    signer: string
    user_id: number
    role_id: number
    ipaddr: string
    /** Of `ipaddr`: see `foundation/network/address-range.ts`. */
    address_key: string
    browser: string
    os: string
    platform: string
    issued_at: number
    expires_at: number
  }

  /** Sessions of the subject up to and including `up_to_session` are revoked. For a session, the subject is the session. */
  revocations: {
    id: Generated<number>
    kind: string
    subject_id: number
    up_to_session: number
    /** Why the sessions were ended: an `EndReason`. */
    reason: string
    /** When the last token that this revokes has expired. */
    expires_at: number
  }

  login_log: {
    id: Generated<number>
    /** Generated when the attempt is recorded, so that an entry is not stored twice. */
    entry_key: string
    username: string
    /** The user with this name when the entry was stored; 0 if there was none. */
    user_id: number
    status: string
    ipaddr: string
    /** Of `ipaddr`: see `foundation/network/address-range.ts`. */
    address_key: string
    login_location: string
    browser: string
    os: string
    platform: string
    login_time: number
    remark: string
    msg: string
    /** A stable code for `msg`, such as `captcha-wrong`. */
    reason: string
    /** The login method of the attempt; empty for a logout, and if the request names no method that is known. */
    method: string
    /** Shared by the entries of a login in two steps; empty for other entries. */
    login_key: string
    /** 1 if the user had logged in before, but never from this network. */
    new_network: number
    /** The version of the hash chain with which the entry was written. */
    chain_version: number
    /** The position in the log, without gaps. */
    position: number
    /** The hash of this entry and all entries before it: see `logs/hash-chain/`. */
    hash: string
  }

  /** The number of entries of the login log in an hour, by status and reason. Changes in the same transaction as the log. */
  login_log_hours: {
    id: Generated<number>
    /** The beginning of the hour. */
    hour: number
    status: string
    reason: string
    count: number
  }

  /** The position (`id`) and the hash of an entry that an operator has removed. */
  login_log_removed: {
    id: number
    hash: string
    /** The entry of the audit log that records the removal. */
    audit_id: number
  }

  /** Changes that operators made. The id is the position in the log, without gaps. */
  audit_log: {
    id: number
    made_at: number
    /** 0 if the operator has no account, such as the command line. */
    operator_id: number
    operator: string
    /** The owner of an operator that is a service account; empty for others. */
    operator_owner: string
    source: string
    ipaddr: string
    request_id: string
    action: string
    target_kind: string
    /** 0 if the change concerns several targets. */
    target_id: number
    target: string
    /** The user who was changed; 0 if the change concerns several users, or something else. */
    user_id: number
    /**
     * The departments that the change concerned when it was made, 0 for users without one, in ascending order and separated by commas. Whoever
     * sees all of them sees the entry. Empty for an entry that only operators with all data and its operator see.
     */
    departments: string
    /** JSON, like `after`; empty if there was nothing. */
    before: string
    after: string
    hash: string
  }

  /** The lists of several departments that entries of the audit log have. */
  audit_log_departments: {
    id: Generated<number>
    departments: string
  }

  /** The last link of each hash chain, and the link before its first entry. */
  log_chains: {
    id: string
    position: number
    hash: string
    base_position: number
    base_hash: string
  }

  /** The number of rows of a table for which counting takes too long. */
  counters: {
    id: string
    value: number
  }

  /** The id is a hash of a username and a network, of a network, or of an account whose failures are also counted on their own. */
  login_attempts: {
    id: string
    /** The name as it was sent, while it is blocked; else empty, as for a network. */
    username: Generated<string>
    /** The network, while it or the username is blocked; else empty, as for an account. */
    network: Generated<string>
    failures: number
    blocked_until: number
    succeeded_at: number
    updated_at: number
  }

  /** The changes that every node has to apply, in their order. */
  changes: {
    version: number
    kind: string
    /** The steps of the change as JSON. Empty if every node has to load everything again. */
    payload: string
    made_at: number
  }

  /** One row. Its lock orders the changes: a version is committed before the next one is assigned. */
  change_head: {
    id: number
    version: number
  }

  /** The last heartbeat of every node. */
  nodes: {
    id: string
    name: string
    started_at: number
    seen_at: number
    /** The version of the last change that the node has applied. */
    version: number
    keys_fingerprint: string
  }

  /** Refused requests, kept for `explain.keepMinutes`. */
  refusals: {
    id: Generated<number>
    /** The `X-Request-Id` of the response. An app that embeds the service may use an id twice. */
    request_id: string
    refused_at: number
    reason: string
    code: number
    method: string
    path: string
    /** The declared path of the route; empty if it is not known. */
    route: string
    /** The route under which refusals are grouped: see `authorization/usage/recorded-route.ts`. */
    pattern: string
    /** The call whose permission the handler required too; empty if the handler did not refuse the request for this. */
    needed_method: string
    needed_path: string
    address: string
    /** 0 if the request had no valid token; then the following columns are empty or 0 too. */
    user_id: number
    username: string
    role_key: string
    session_id: number
  }

  /** How often a role has called a route. The id is a hash of the role, the method, the route and the outcome. */
  permission_usage: {
    id: string
    role_key: string
    method: string
    route: string
    /** 1 or 0. */
    allowed: number
    count: number
    first_used_at: number
    last_used_at: number
  }

  /** What has happened: see `observability/events/event.ts`. The id is assigned from `event_head`, without gaps. */
  events: {
    id: number
    kind: string
    severity: string
    happened_at: number
    /** JSON. */
    fields: string
  }

  /** One row. Its lock orders the events: an id is committed before the next one is assigned. */
  event_head: {
    id: number
    last_id: number
    /** The keys of which the last events were stored, as JSON; empty before the first start. */
    reported_keys: string
  }

  /** Counters by which an event is stored once. The id is a hash of what is counted. */
  event_windows: {
    id: string
    number: number
    expires_at: number
  }

  /** The delivery to a webhook. The id is its name in the settings. */
  event_webhooks: {
    id: string
    /** The last event that was delivered, that the webhook does not want, or that was there when the webhook was added. */
    last_event_id: number
    /** The node that delivers, until `held_until`. */
    holder: string
    held_until: number
    /** Consecutive failures of the next event. */
    failures: number
    retry_at: number
    /** The number of events that were deleted before they could be delivered. */
    skipped: number
  }

  /** The account of a user at an identity provider or in a directory. */
  user_links: {
    id: Generated<number>
    /** The issuer of an OpenID Connect provider, or the directory. */
    issuer: string
    /** The permanent identifier of the account at the issuer. */
    subject: string
    user_id: number
    /** The rights that the user had when it was linked: see `accounts/user/credential-rights.ts`. */
    rights: Generated<string>
    linked_at: number
    /** 0 before the first login. */
    last_login_at: number
    /** Since when the issuer gives the user no access: the account is gone, disabled or without a role. 0: it does. */
    refused_at: Generated<number>
  }

  /** The second factor of a user. The id is the id of the user. */
  second_factors: {
    id: number
    /** Encrypted. */
    secret: string
    /** 0 until the user has confirmed the enrolment with a code. */
    confirmed_at: number
    /** The time step of the last code that was accepted, so that no code is accepted twice. */
    last_step: number
    created_at: number
  }

  recovery_codes: {
    id: Generated<number>
    user_id: number
    code_hash: string
    /** 0 if it was not used. */
    used_at: number
  }

  passkeys: {
    id: Generated<number>
    user_id: number
    /** The random identifier of the user that authenticators store: the same for all passkeys of a user. */
    user_handle: string
    /** The SHA-256 hash of the credential id: some databases cannot index a text as long as the id. */
    credential_hash: string
    credential_id: string
    public_key: string
    /** The signature counter of the last login; 0 if the authenticator does not count. */
    counter: number
    /** Separated by commas. */
    transports: string
    name: string
    aaguid: string
    /** 1: the passkey is synchronized between devices. */
    backed_up: number
    /** The rights that the user had when it was registered: see `accounts/user/credential-rights.ts`. */
    rights: Generated<string>
    created_at: number
    /** 0 before the first login. */
    last_used_at: number
  }

  /** What only the account of a program has: a user with the login method `service`. */
  service_accounts: {
    /** The id of the user. */
    id: number
    /** The id of the person who answers for it. */
    owner_id: number
    /** 0: it waits for its owner, to whom somebody else has given it. */
    accepted: number
    /** 0: it does not expire. */
    expires_at: number
    /** The networks from which it may log in, separated by commas; empty for all. */
    networks: string
    /** 0: it was never used. A use is a login or a request behind the permission check. */
    last_used_at: number
    last_network: string
    /** The method and the route. */
    last_route: string
  }

  service_secrets: {
    id: Generated<number>
    user_id: number
    /** SHA-256 of the secret, which is random and needs no slow hash. */
    secret_hash: string
    created_at: number
    /** 0: it was never used. */
    last_used_at: number
  }

  service_keys: {
    id: Generated<number>
    user_id: number
    algorithm: string
    /** In PEM. */
    public_key: string
    /** SHA-256 of the public key. */
    fingerprint: string
    created_at: number
    /** 0: it was never used. */
    last_used_at: number
  }

  used_assertions: {
    /** SHA-256 of the account and the `jti` of the assertion. */
    id: string
    /** From then on, the assertion is refused because it is too old. */
    expires_at: number
  }

  /** The link with which a user can set a password. The id is the id of the user: a newer link replaces it. */
  password_links: {
    id: number
    /** SHA-256 of the secret in the link, which is random and needs no slow hash. */
    link_hash: string
    /** Of the user when the link was created. A link of an earlier version is void. */
    credential_version: number
    expires_at: number
  }

  /** The request of a user for a role for some hours. Its times are times of the database. */
  access_requests: {
    id: Generated<number>
    user_id: number
    role_id: number
    hours: number
    reason: string
    /** SHA-256 of what the role and the user were. A request is void after a change of them. */
    state_hash: string
    /** A request that waits when it expires keeps this status. */
    status: 'waiting' | 'approved' | 'refused' | 'withdrawn'
    created_at: number
    expires_at: number
    /** The name of the one who decided; empty before. */
    decided_by: string
    /** 0 before the decision. */
    decided_at: number
    note: string
  }

  /** A change that a second administrator has to confirm. */
  confirmations: {
    id: Generated<number>
    /** Who asked for the change. */
    user_id: number
    username: string
    method: string
    path: string
    /** What is protected about the change, separated by commas. */
    kinds: string
    /** Identifies the change: see `administration/four-eyes/plan.ts`. */
    digest: string
    /** The changes as in the audit log, as JSON. */
    changes: string
    /** What the concerned users and roles are before and after them, as JSON. */
    reach: string
    /** Who may not confirm them, as JSON. */
    beneficiaries: string
    status: string
    created_at: number
    expires_at: number
    /** The username; empty while nobody has decided. */
    decided_by: string
    /** 0 while nobody has decided. */
    decided_by_id: number
    decided_at: number
  }

  /** Which node does a task that only one node does at a time. The id is the task. */
  leases: {
    id: string
    holder: string
    held_until: number
  }
}
