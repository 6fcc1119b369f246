/**
 * One to three examples for each command: what follows its name, or a whole line that begins with `source`. The help and
 * docs/reference/cli.md show them; a test parses each one.
 */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  '': ['serve', 'user add alice --role auditor', 'policy --help'],
  serve: ['', '--set application.port=8001', '--config /etc/castellan/settings.yml --processes auto'],
  settings: ['', '--set jwt.timeout=3600'],
  doctor: ['', '--json --strict'],
  migrate: ['', '--config /etc/castellan/settings.yml'],
  backup: ['castellan-2026-01-31.db', '/var/backups/castellan --keep 7'],
  restore: ['castellan-2026-01-31.db --yes'],
  cluster: ['', '--json'],
  version: ['', '--json'],
  completion: [
    'source <(castellan completion bash)',
    'zsh > ~/.zfunc/_castellan',
    'fish > ~/.config/fish/completions/castellan.fish',
  ],

  'service-account': ['list', 'add-secret ci-bot'],
  'service-account add': [
    'ci-bot --role deployer --owner alice',
    'ci-bot --role deployer --owner alice --days 90',
  ],
  'service-account list': ['--json'],
  'service-account show': ['ci-bot'],
  'service-account change': ['ci-bot --owner bob', 'ci-bot --networks 10.0.0.0/16 --days 90'],
  'service-account add-secret': ['ci-bot'],
  'service-account remove-secret': ['ci-bot 3'],
  'service-account add-key': ['ci-bot ci-bot-public.pem'],
  'service-account remove-key': ['ci-bot 2'],

  user: ['list --role auditor', 'disable alice'],
  'user add': ['alice --role auditor', 'alice --role auditor --password-stdin < password.txt'],
  'user list': ['--role auditor --status enabled', '--sort createdAt --descending --limit 20'],
  'user show': ['alice'],
  'user login-methods': ['alice'],
  'user limit-login': ['alice --methods passkey,oidc', 'alice --methods all'],
  'user link': ['alice --issuer https://login.example.com --subject 1234'],
  'user unlink': ['alice 3'],
  'user change': [
    'alice --role editor --until 8h',
    'alice --email alice@example.org',
    'alice --department 2 --data-scope department-and-below',
  ],
  'user passwd': ['alice', 'admin --password-stdin --must-change < password.txt'],
  'user disable': ['alice'],
  'user enable': ['alice'],
  'user invite': ['alice', 'alice --language zh'],
  'user reset-second-factor': ['alice'],
  'user passkeys': ['alice'],
  'user remove-passkey': ['alice 3'],
  'user delete': ['alice bob'],
  'user import': ['users.csv'],

  'access-request': ['list --status waiting', 'approve 7'],
  'access-request list': ['--status waiting'],
  'access-request approve': ['7', '7 --note "until the release is out"'],
  'access-request refuse': ['7 --note "ask the team on duty"'],

  role: ['add auditor --name Auditor', 'list'],
  'role add': [
    'auditor --name Auditor',
    'clerk --name "Clerks" --data-scope department',
    'audit --name Audit --data-scope custom --departments 2,3',
  ],
  'role copy': ['auditor night-auditor --name "Night auditors"'],
  'role list': ['', '--sort roleKey --json'],
  'role show': ['auditor'],
  'role change': ['auditor --name "Night auditors"', 'auditor --status disabled'],
  'role delete': ['auditor'],

  dept: ['list', 'add Sales --parent 1'],
  'dept list': ['', '--parent 1 --json'],
  'dept add': ['Sales', 'North --parent 1 --order 2'],
  'dept change': ['2 --name "Sales North"', '2 --status disabled'],
  'dept move': ['2 --parent 1', '2 --parent 0'],
  'dept delete': ['2'],

  'data-scope': ['explain --user bob --department 9'],
  'data-scope explain': ['--user bob --department 9', '--user bob --department 9 --owner bob'],
  'data-scope rls': ['orders --department dept_id --owner created_by'],

  policy: ['add auditor GET /api/v1/orders/:id', 'explain auditor GET /api/v1/orders/7'],
  'policy add': [
    'auditor GET /api/v1/orders',
    'auditor GET /api/v1/orders/:id',
    "editor '*' '/api/v1/articles/*'",
  ],
  'policy remove': ['auditor GET /api/v1/orders', '--file rules.csv'],
  'policy change': [
    "--add 'finance GET /api/v1/invoices'",
    "--add 'editor PUT /a/:id' --remove 'editor * /a/*'",
  ],
  'policy list': ['--role auditor', '--path /orders --sort path --limit 50'],
  'policy import': ['rules.csv', '- < rules.csv'],
  'policy export': ['> rules.csv'],
  'policy preview': ['change.csv', 'policy.csv --replace --exit-code'],
  'policy explain': [
    'auditor GET /api/v1/orders/7',
    '--user alice GET /api/v1/orders/7',
    '--request Q2FzdGVs17',
  ],
  'policy refusals': ['--reason permission-denied', '--role auditor --sort count --descending'],
  apply: ['roles/', 'roles/ --check', 'roles/ --yes --prune'],
  export: ['roles/'],
  'policy test': [
    'expectations.yml',
    'expectations.yml --policy rules.csv',
    'expectations.yml --policy roles/ --json',
  ],

  routes: ['', '--write routes.lock', '--check routes.lock'],

  session: ['list', 'end --user alice'],
  'session list': ['--user alice', '--sort time --limit 20'],
  'session end': ['--user alice', '--role auditor', '--address 203.0.113.0/24 --min-age 8'],

  code: ['test alice@example.com'],
  'code test': ['alice@example.com', '+8613800138000 --language zh'],
  ldap: ['test alice', 'sync'],
  'ldap test': ['alice', 'alice --password-stdin < password.txt'],
  'ldap sync': ['', '--json'],

  report: ['', 'idle-users --days 180', 'covered-rules --clean-up --yes'],

  confirmation: ['list'],
  'confirmation list': ['--status waiting'],

  'login-log': ['list --status failure', 'export --from 2026-01-01 > logins.csv'],
  'login-log list': ['--status failure --from 2026-01-31', '--user alice --limit 20 --offset 20'],
  'login-log show': ['42'],
  'login-log export': ['> logins.csv', '--from 2026-01-01 --to 2026-01-31'],
  'login-log delete': ['42 43'],
  'login-log verify': ['', '--anchor "$(cat anchor.txt)"'],

  'audit-log': ['list --target policy', 'show 7'],
  'audit-log list': ['--operator alice', '--action user.create --from 2026-01-31'],
  'audit-log show': ['7'],
  'audit-log export': ['--target user > changes.csv'],
  events: ['list --severity critical', 'test'],
  'events list': ['--severity critical', '--kind admin.granted --json'],
  'events webhooks': ['', '--json'],
  'events test': ['', 'chat'],
  'audit-log verify': ['', '--anchor "$(cat anchor.txt)"'],

  key: ['list', 'rotate'],
  'key list': [''],
  'key rotate': ['', '--algorithm EdDSA --lead 3600', '--compromised'],
  'key rotate-second-factor': [''],
  'key add': ['private.pem --kid 2026-02'],
  'key remove': ['2026-01', '2026-01 --yes'],
}

/** Returns the examples of a command, by its full name. */
export function examplesOf(path: string): readonly string[] {
  const examples = EXAMPLES[path.replace(/^castellan ?/, '')] ?? []
  return examples.map((example) => (example.startsWith('source ') ? example : `${path} ${example}`.trim()))
}
