// Builds a Debian package of the service for the architecture of this machine. Needs dpkg-deb.
import { createHash } from 'node:crypto'
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { installApplication } from './application.mjs'
import { compress, release, root, run, setModes, version } from './release.mjs'
import { sourceDateEpoch } from './sbom.mjs'

const SOURCES = join(root, 'deploy/debian')
const PROGRAM = '/usr/lib/castellan/dist/service/cli/castellan.js'
/** Where deploy/README.md installs the service with npm. */
const PROGRAM_OF_NPM = '/opt/castellan/lib/node_modules/castellan/dist/service/cli/castellan.js'
const architecture = run('dpkg', ['--print-architecture']).trim()
// dpkg sorts 1.0.0~rc.1 before 1.0.0.
const debianVersion = version.replace('-', '~')
const maintainer = process.env.DEBIAN_MAINTAINER ?? 'Castellan <castellan@localhost>'

await release((folder) => {
  const tree = join(folder, 'tree')
  const sbom = installApplication(join(tree, 'usr/lib/castellan'))
  addCommand(tree)
  addUnits(tree)
  addDocuments(tree)
  setModes(tree)
  addSettings(tree)
  addControlFiles(tree)
  const file = join(folder, 'castellan.deb')
  // One thread: the bytes must not depend on the number of cores.
  run('dpkg-deb', ['--root-owner-group', '-Zxz', '--threads-max=1', '--build', tree, file])
  const name = `castellan_${debianVersion}_${architecture}.deb`
  return { [name]: readFileSync(file), [`${name}.cdx.json`]: sbom }
})

function addCommand(tree) {
  mkdirSync(join(tree, 'usr/bin'), { recursive: true })
  symlinkSync(`..${PROGRAM.slice('/usr'.length)}`, join(tree, 'usr/bin/castellan'))
  const completions = {
    bash: 'usr/share/bash-completion/completions/castellan',
    zsh: 'usr/share/zsh/vendor-completions/_castellan',
    fish: 'usr/share/fish/vendor_completions.d/castellan.fish',
  }
  for (const [shell, path] of Object.entries(completions))
    put(tree, path, run(process.execPath, [join(tree, PROGRAM), 'completion', shell], { cwd: tree }))
}

function addUnits(tree) {
  for (const name of ['castellan.service', 'castellan-backup.service', 'castellan-backup.timer']) {
    const unit = readFileSync(join(root, 'deploy', name), 'utf8')
      .replace(/^# \/etc\/systemd\/system\/.*\n/, '')
      .replaceAll(PROGRAM_OF_NPM, PROGRAM)
    put(tree, `usr/lib/systemd/system/${name}`, unit)
  }
}

function addDocuments(tree) {
  const folder = 'usr/share/doc/castellan'
  put(tree, `${folder}/README.Debian`, source('README.Debian'))
  put(tree, `${folder}/copyright`, source('copyright') + readFileSync(join(root, 'LICENSE'), 'utf8'))
  const date = new Date(sourceDateEpoch() * 1000).toUTCString().replace('GMT', '+0000')
  const entry = `castellan (${debianVersion}) unstable; urgency=medium\n\n  * See /usr/lib/castellan/CHANGELOG.md.\n\n -- ${maintainer}  ${date}\n`
  put(tree, `${folder}/changelog.gz`, compress(entry))
}

/** As deploy/README.md does: readable only for the user of the service, to whom `postinst` gives the file. */
function addSettings(tree) {
  const example = readFileSync(join(root, 'settings.example.yml'), 'utf8')
  const settings = example.replace('dataDir: ./data', 'dataDir: /var/lib/castellan')
  put(tree, 'etc/castellan/settings.yml', settings)
  for (const name of ['etc', 'etc/castellan']) chmodSync(join(tree, name), 0o755)
  chmodSync(join(tree, 'etc/castellan/settings.yml'), 0o600)
}

function addControlFiles(tree) {
  const files = filesIn(tree).filter((path) => !path.startsWith('etc/'))
  const bytes = files.reduce((sum, path) => sum + statSync(join(tree, path)).size, 0)
  const values = {
    '@VERSION@': debianVersion,
    '@ARCHITECTURE@': architecture,
    '@SIZE@': String(Math.ceil(bytes / 1024)),
    '@MAINTAINER@': maintainer,
  }
  put(
    tree,
    'DEBIAN/control',
    source('control').replace(/@[A-Z]+@/g, (name) => values[name]),
  )
  put(tree, 'DEBIAN/conffiles', source('conffiles'))
  const sums = files.map((path) => `${md5(readFileSync(join(tree, path)))}  ${path}\n`)
  put(tree, 'DEBIAN/md5sums', sums.join(''))
  setModes(join(tree, 'DEBIAN'))
  for (const name of ['postinst', 'prerm', 'postrm']) {
    put(tree, `DEBIAN/${name}`, source(name))
    chmodSync(join(tree, 'DEBIAN', name), 0o755)
  }
}

function source(name) {
  return readFileSync(join(SOURCES, name), 'utf8')
}

function put(tree, path, contents) {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), contents)
}

/** Returns the paths of regular files, without links. */
function filesIn(tree) {
  return readdirSync(tree, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(tree.length + 1))
    .sort()
}

function md5(contents) {
  return createHash('md5').update(contents).digest('hex')
}
