/** One to three examples for each command. The help and docs/reference/cli.md show them; a test parses each one. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  castellan: ['castellan serve', 'castellan user add alice --role auditor', 'castellan policy --help'],
  'castellan serve': [
    'castellan serve',
    'castellan serve --set application.port=8001',
    'castellan serve --system --processes auto',
  ],
  'castellan settings': ['castellan settings', 'castellan settings --set jwt.timeout=3600'],
  'castellan doctor': ['castellan doctor', 'castellan doctor --json --strict'],
  'castellan migrate': ['castellan migrate', 'castellan migrate --system'],
  'castellan backup': [
    'castellan backup castellan-2026-01-31.db',
    'castellan backup /var/backups/castellan --keep 7',
  ],
  'castellan restore': ['castellan restore castellan-2026-01-31.db --yes'],
  'castellan cluster': ['castellan cluster', 'castellan cluster --json'],
  'castellan version': ['castellan version', 'castellan version --json'],
  'castellan completion': [
    'source <(castellan completion bash)',
    'castellan completion zsh > ~/.zfunc/_castellan',
    'castellan completion fish > ~/.config/fish/completions/castellan.fish',
  ],

  'castellan service-account': [
    'castellan service-account list',
    'castellan service-account add-secret ci-bot',
  ],
  'castellan service-account add': [
    'castellan service-account add ci-bot --role deployer --owner alice',
    'castellan service-account add ci-bot --role deployer --owner alice --days 90',
  ],
  'castellan service-account list': ['castellan service-account list --json'],
  'castellan service-account show': ['castellan service-account show ci-bot'],
  'castellan service-account change': [
    'castellan service-account change ci-bot --owner bob',
    'castellan service-account change ci-bot --networks 10.0.0.0/16 --days 90',
  ],
  'castellan service-account accept': ['castellan service-account accept ci-bot'],
  'castellan service-account add-secret': ['castellan service-account add-secret ci-bot'],
  'castellan service-account remove-secret': ['castellan service-account remove-secret ci-bot 3'],
  'castellan service-account add-key': ['castellan service-account add-key ci-bot ci-bot-public.pem'],
  'castellan service-account remove-key': ['castellan service-account remove-key ci-bot 2'],

  'castellan user': ['castellan user list --role auditor', 'castellan user disable alice'],
  'castellan user add': [
    'castellan user add alice --role auditor',
    'castellan user add alice --role auditor --password-stdin < password.txt',
  ],
  'castellan user list': [
    'castellan user list --role auditor --status enabled',
    'castellan user list --sort createdAt --descending --limit 20',
  ],
  'castellan user show': ['castellan user show alice'],
  'castellan user login-methods': ['castellan user login-methods alice'],
  'castellan user limit-login': [
    'castellan user limit-login alice --methods passkey,oidc',
    'castellan user limit-login alice --methods all',
  ],
  'castellan user link': ['castellan user link alice --issuer https://login.example.com --subject 1234'],
  'castellan user unlink': ['castellan user unlink alice 3'],
  'castellan user change': [
    'castellan user change alice --role editor --until 8h',
    'castellan user change alice --email alice@example.org',
    'castellan user change alice --department 2 --data-scope department-and-below',
  ],
  'castellan user passwd': [
    'castellan user passwd alice',
    'castellan user passwd admin --password-stdin --must-change < password.txt',
  ],
  'castellan user disable': ['castellan user disable alice'],
  'castellan user enable': ['castellan user enable alice'],
  'castellan user restore': ['castellan user restore alice'],
  'castellan user keep-disabled': ['castellan user keep-disabled alice'],
  'castellan user invite': ['castellan user invite alice', 'castellan user invite alice --language zh'],
  'castellan user reset-second-factor': ['castellan user reset-second-factor alice'],
  'castellan user passkeys': ['castellan user passkeys alice'],
  'castellan user remove-passkey': ['castellan user remove-passkey alice 3'],
  'castellan user delete': ['castellan user delete alice bob'],
  'castellan import': ['castellan import go-admin --from @old-database.txt --dry-run'],
  'castellan import go-admin': [
    'castellan import go-admin --from sqlite:go-admin.db --dry-run',
    'castellan import go-admin --from @old-database.txt --admin alice',
  ],
  'castellan import gin-vue-admin': [
    'castellan import gin-vue-admin --from @old.txt --dry-run',
    'castellan import gin-vue-admin --from @old.txt --path-prefix /api',
  ],
  'castellan import ruoyi': [
    'castellan import ruoyi --from @old.txt --permissions routes.yml',
    'castellan import ruoyi --from @old.txt --prefer-roles editor,common',
  ],
  'castellan user import': ['castellan user import users.csv'],
  'castellan user export': ['castellan user export users.json'],

  'castellan access-request': [
    'castellan access-request list --status waiting',
    'castellan access-request approve 7',
  ],
  'castellan access-request list': ['castellan access-request list --status waiting'],
  'castellan access-request approve': [
    'castellan access-request approve 7',
    'castellan access-request approve 7 --note "until the release is out"',
  ],
  'castellan access-request refuse': ['castellan access-request refuse 7 --note "ask the team on duty"'],

  'castellan role': ['castellan role add auditor --name Auditor', 'castellan role list'],
  'castellan role add': [
    'castellan role add auditor --name Auditor',
    'castellan role add clerk --name "Clerks" --data-scope department',
    'castellan role add audit --name Audit --data-scope custom --departments 2,3',
  ],
  'castellan role copy': ['castellan role copy auditor night-auditor --name "Night auditors"'],
  'castellan role list': ['castellan role list', 'castellan role list --sort roleKey --json'],
  'castellan role show': ['castellan role show auditor'],
  'castellan role change': [
    'castellan role change auditor --name "Night auditors"',
    'castellan role change auditor --status disabled',
  ],
  'castellan role delete': ['castellan role delete auditor'],

  'castellan dept': ['castellan dept list', 'castellan dept add Sales --parent 1'],
  'castellan dept list': ['castellan dept list', 'castellan dept list --parent 1 --json'],
  'castellan dept add': ['castellan dept add Sales', 'castellan dept add North --parent 1 --order 2'],
  'castellan dept change': [
    'castellan dept change 2 --name "Sales North"',
    'castellan dept change 2 --status disabled',
  ],
  'castellan dept move': ['castellan dept move 2 --parent 1', 'castellan dept move 2 --parent 0'],
  'castellan dept delete': ['castellan dept delete 2'],

  'castellan data-scope': ['castellan data-scope explain --user bob --department 9'],
  'castellan data-scope explain': [
    'castellan data-scope explain --user bob --department 9',
    'castellan data-scope explain --user bob --department 9 --owner bob',
  ],
  'castellan data-scope rls': ['castellan data-scope rls orders --department dept_id --owner created_by'],

  'castellan policy': [
    'castellan policy add auditor GET /api/v1/orders/:id',
    'castellan policy explain auditor GET /api/v1/orders/7',
  ],
  'castellan policy add': [
    'castellan policy add auditor GET /api/v1/orders',
    'castellan policy add auditor GET /api/v1/orders/:id',
    "castellan policy add editor '*' '/api/v1/articles/*'",
  ],
  'castellan policy remove': [
    'castellan policy remove auditor GET /api/v1/orders',
    'castellan policy remove --file rules.csv',
  ],
  'castellan policy change': [
    "castellan policy change --add 'finance GET /api/v1/invoices'",
    "castellan policy change --add 'editor PUT /a/:id' --remove 'editor * /a/*'",
  ],
  'castellan policy list': [
    'castellan policy list --role auditor',
    'castellan policy list --path /orders --sort path --limit 50',
  ],
  'castellan policy import': ['castellan policy import rules.csv', 'castellan policy import - < rules.csv'],
  'castellan policy export': ['castellan policy export > rules.csv'],
  'castellan policy preview': [
    'castellan policy preview change.csv',
    'castellan policy preview policy.csv --replace --exit-code',
  ],
  'castellan policy explain': [
    'castellan policy explain auditor GET /api/v1/orders/7',
    'castellan policy explain --user alice GET /api/v1/orders/7',
    'castellan policy explain --request Q2FzdGVs17',
  ],
  'castellan policy refusals': [
    'castellan policy refusals --reason permission-denied',
    'castellan policy refusals --role auditor --sort count --descending',
  ],
  'castellan apply': [
    'castellan apply roles/',
    'castellan apply roles/ --check',
    'castellan apply roles/ --yes --prune',
  ],
  'castellan export': ['castellan export roles/'],
  'castellan policy test': [
    'castellan policy test expectations.yml',
    'castellan policy test expectations.yml --policy rules.csv',
    'castellan policy test expectations.yml --policy roles/ --json',
  ],

  'castellan routes': [
    'castellan routes',
    'castellan routes --write routes.lock',
    'castellan routes --check routes.lock',
  ],

  'castellan session': ['castellan session list', 'castellan session end --user alice'],
  'castellan session list': [
    'castellan session list --user alice',
    'castellan session list --sort time --limit 20',
  ],
  'castellan session end': [
    'castellan session end --user alice',
    'castellan session end --role auditor',
    'castellan session end --address 203.0.113.0/24 --min-age 8',
  ],

  'castellan code': ['castellan code test alice@example.com'],
  'castellan code test': [
    'castellan code test alice@example.com',
    'castellan code test +8613800138000 --language zh',
  ],
  'castellan ldap': ['castellan ldap test alice', 'castellan ldap sync'],
  'castellan ldap test': [
    'castellan ldap test alice',
    'castellan ldap test alice --password-stdin < password.txt',
  ],
  'castellan ldap sync': ['castellan ldap sync', 'castellan ldap sync --json'],

  'castellan report': [
    'castellan report',
    'castellan report idle-users --days 180',
    'castellan report covered-rules --clean-up --yes',
  ],

  'castellan shadow': [
    'castellan shadow --against http://old:8000 --from a.log --tokens t.yml',
    'castellan shadow --against http://old --from a.log --tokens t.yml --rate 9',
  ],

  'castellan confirmation': ['castellan confirmation list', 'castellan confirmation show 7'],
  'castellan confirmation list': ['castellan confirmation list --status waiting'],
  'castellan confirmation show': ['castellan confirmation show 7'],
  'castellan confirmation withdraw': ['castellan confirmation withdraw 7'],

  'castellan login-log': [
    'castellan login-log list --status failure',
    'castellan login-log export --from 2026-01-01 > logins.csv',
  ],
  'castellan login-log list': [
    'castellan login-log list --status failure --from 2026-01-31',
    'castellan login-log list --user alice --limit 20 --offset 20',
  ],
  'castellan login-log show': ['castellan login-log show 42'],
  'castellan login-log export': [
    'castellan login-log export > logins.csv',
    'castellan login-log export --from 2026-01-01 --to 2026-01-31',
  ],
  'castellan login-log delete': ['castellan login-log delete 42 43'],
  'castellan login-log verify': [
    'castellan login-log verify',
    'castellan login-log verify --anchor "$(cat anchor.txt)"',
  ],

  'castellan audit-log': ['castellan audit-log list --target policy', 'castellan audit-log show 7'],
  'castellan audit-log list': [
    'castellan audit-log list --operator alice',
    'castellan audit-log list --action user.create --from 2026-01-31',
  ],
  'castellan audit-log show': ['castellan audit-log show 7'],
  'castellan audit-log export': ['castellan audit-log export --target user > changes.csv'],
  'castellan events': ['castellan events list --severity critical', 'castellan events test'],
  'castellan events list': [
    'castellan events list --severity critical',
    'castellan events list --kind admin.granted --json',
  ],
  'castellan events webhooks': ['castellan events webhooks', 'castellan events webhooks --json'],
  'castellan events test': ['castellan events test', 'castellan events test chat'],
  'castellan audit-log verify': [
    'castellan audit-log verify',
    'castellan audit-log verify --anchor "$(cat anchor.txt)"',
  ],

  'castellan key': ['castellan key list', 'castellan key rotate'],
  'castellan key list': ['castellan key list'],
  'castellan key rotate': [
    'castellan key rotate',
    'castellan key rotate --algorithm EdDSA --lead 3600',
    'castellan key rotate --compromised',
  ],
  'castellan key rotate-second-factor': ['castellan key rotate-second-factor'],
  'castellan key add': ['castellan key add private.pem --kid 2026-02'],
  'castellan key remove': ['castellan key remove 2026-01', 'castellan key remove 2026-01 --yes'],
}

/** Returns the examples of a command, by its full name. */
export function examplesOf(path: string): readonly string[] {
  return EXAMPLES[path] ?? []
}
