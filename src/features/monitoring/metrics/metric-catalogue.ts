/** How the values of several processes become one. */
type Aggregation = 'sum' | 'max' | 'min' | 'first'

export interface MetricDefinition {
  readonly name: string
  readonly type: 'counter' | 'gauge' | 'histogram'
  /** A sentence for operators, without a full stop. */
  readonly help: string
  readonly labels: readonly string[]
  /** Default: `sum`. */
  readonly aggregation?: Aggregation
}

/**
 * All metrics of the service. The reference page is generated from this list. No label has a value that a client
 * chooses: every combination of values comes from the code or from the settings.
 */
export const metricCatalogue = {
  buildInfo: {
    name: 'castellan_build_info',
    type: 'gauge',
    help: 'Always 1. The labels have the versions of Castellan and Node',
    labels: ['version', 'node'],
    aggregation: 'first',
  },
  processes: {
    name: 'castellan_processes',
    type: 'gauge',
    help: 'Number of processes that respond',
    labels: [],
  },
  health: {
    name: 'castellan_health',
    type: 'gauge',
    help: 'Number of processes with this status, as /api/v1/health returns it (up, degraded or down), or not-responding',
    labels: ['status'],
  },
  requests: {
    name: 'castellan_http_requests_total',
    type: 'counter',
    help: 'Requests by declared route and by the code in the body of the response, which for most refusals differs from the HTTP status. A streamed response is counted when it ends',
    labels: ['method', 'route', 'code'],
  },
  requestDuration: {
    name: 'castellan_http_request_duration_seconds',
    type: 'histogram',
    help: 'Time from the arrival of a request to the start of its response. The time that a download, an event stream or a WebSocket lasts does not count',
    labels: ['method', 'route'],
  },
  refusals: {
    name: 'castellan_refusals_total',
    type: 'counter',
    help: 'Refused requests by refusal reason, including those of an app that uses service.check and those that a proxy asks about',
    labels: ['reason'],
  },
  decisions: {
    name: 'castellan_decisions_total',
    type: 'counter',
    help: 'Decisions of the identity check and the permission check. The reason of an allowed call is admin, excluded (exclusion list), identity (the route has no permission check) or rule (the policy), that of a refused call the refusal reason',
    labels: ['result', 'reason'],
  },
  emptyScopes: {
    name: 'castellan_empty_scopes_total',
    type: 'counter',
    help: 'Data scopes that resolved to no rows because something is unknown, missing, disabled or contradictory, by reason',
    labels: ['reason'],
  },
  logins: {
    name: 'castellan_logins_total',
    type: 'counter',
    help: 'Login attempts. The reason of a success is logged-in, that of a failure the refusal reason. The first step of a login with a second factor is pending. The method is the login method, or custom for a replaced credential verifier',
    labels: ['result', 'reason', 'method'],
  },
  passwordHashes: {
    name: 'castellan_password_hashes',
    type: 'gauge',
    help: 'Passwords that are being hashed (running) or wait for it (waiting). More than 200 waiting are refused',
    labels: ['state'],
  },
  loginLogBacklog: {
    name: 'castellan_login_log_backlog_bytes',
    type: 'gauge',
    help: 'Size of the login log entries in the spool that are not stored in the database yet',
    labels: [],
  },
  loginLogRejected: {
    name: 'castellan_login_log_rejected_total',
    type: 'counter',
    help: 'Login log entries that the database refused because of their content. They are in login-log/rejected.ndjson',
    labels: [],
  },
  loginLogLost: {
    name: 'castellan_login_log_lost_total',
    type: 'counter',
    help: 'Lines and files of the login log spool that could not be read, so that their entries are not stored',
    labels: [],
  },
  loginLogFailures: {
    name: 'castellan_login_log_append_failures_total',
    type: 'counter',
    help: 'Login attempts that were refused because their entry could not be written to the spool',
    labels: [],
  },
  droppedRefusals: {
    name: 'castellan_refusal_records_dropped_total',
    type: 'counter',
    help: 'Refused requests that arrived too fast to be stored for policy explain. They are counted in castellan_refusals_total',
    labels: [],
  },
  droppedUsage: {
    name: 'castellan_usage_dropped_total',
    type: 'counter',
    help: 'Calls that are missing in the usage of permissions because a limit of distinct calls was reached',
    labels: [],
  },
  policyVersion: {
    name: 'castellan_policy_version',
    type: 'gauge',
    help: 'Version of the last change of policy or sessions that is applied. The lag of a node is its distance from the highest version that any node had a minute ago',
    labels: [],
    aggregation: 'min',
  },
  policyAge: {
    name: 'castellan_policy_age_seconds',
    type: 'gauge',
    help: 'Time since the database last confirmed that all changes are applied. Requests are refused above cluster.maxStalenessSeconds',
    labels: [],
    aggregation: 'max',
  },
  policyRules: {
    name: 'castellan_policy_rules',
    type: 'gauge',
    help: 'Policy rules in memory',
    labels: [],
    aggregation: 'max',
  },
  eventLoopDelay: {
    name: 'castellan_event_loop_delay_seconds',
    type: 'gauge',
    help: 'Delay of the event loop since the last scrape. The quantile is 0.5, 0.99 or 1 (the maximum)',
    labels: ['quantile'],
    aggregation: 'max',
  },
  upstreamRequests: {
    name: 'castellan_upstream_requests_total',
    type: 'counter',
    help: 'Requests that the gateway sent to upstream services. The result is the class of the status (2xx, …), websocket, client-disconnected, or the refusal reason',
    labels: ['upstream', 'result'],
  },
  upstreamDuration: {
    name: 'castellan_upstream_request_duration_seconds',
    type: 'histogram',
    help: 'Time from sending a request to an upstream service to the headers of its response, or to its failure',
    labels: ['upstream'],
  },
} as const satisfies Record<string, MetricDefinition>
