import { installPackages, mayInstallPackages } from './debian-packages.ts'

// `.ci/run` starts this in the background. Without it, the tests that need a package install it, one after the other.
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
