import { installPackages, mayInstallPackages } from './debian-packages.ts'

// `.ci/run` starts this beside its first steps. Tests install the packages that are still missing, one after the other.
const PACKAGES = [
  'postgresql',
  'mariadb-server',
  'redis-server',
  'chromium-headless-shell',
  'slapd',
  'nginx',
  'caddy',
  'prometheus',
  'python3-venv',
]

if (mayInstallPackages()) await installPackages(PACKAGES)
