// Builds a container image without a container engine: an archive of an OCI image layout. It behaves as the image of deploy/Dockerfile, but has
// neither a shell nor other programs. Needs Debian: libraries are those of its packages, and Node is the one that runs this script.
import { copyFileSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { installApplication } from './application.mjs'
import { writeLayout } from './image-layout.mjs'
import { archive, release, root, run, setModes, version } from './release.mjs'
import { sourceDateEpoch } from './sbom.mjs'

/**
 * What Node and packages with native code link to, and what vulnerability scanners recognize the distribution by.
 * See docs/decisions/0081-debian-package-image-and-chart.md.
 */
const DEBIAN_PACKAGES = ['base-files', 'libc6', 'libgcc-s1', 'libstdc++6']
/** How a container runs the image. A test compares it with deploy/Dockerfile. */
const config = JSON.parse(readFileSync(join(root, 'deploy/image-config.json'), 'utf8'))
const [USER] = config.User.split(':')
const [DATA_FOLDER] = Object.keys(config.Volumes)
const PROGRAM = config.Entrypoint[1]
const architecture = run('dpkg', ['--print-architecture']).trim()

await release((folder) => {
  const base = join(folder, 'base')
  const components = [...installDebian(base), installNode(base)]
  setModes(base)
  run('chmod', ['1777', join(base, 'tmp')])
  const application = join(folder, 'application')
  const sbom = installApplication(join(application, 'opt/castellan'), components)
  addCommand(application)
  const layers = [
    { tar: archive(base), createdBy: `Debian packages, Node ${process.versions.node}` },
    { tar: archive(application), createdBy: `Castellan ${version}` },
    {
      tar: archive(dataFolder(folder), { member: `.${DATA_FOLDER}`, owner: USER }),
      createdBy: `VOLUME ${DATA_FOLDER}`,
    },
  ]
  const layout = join(folder, 'layout')
  writeLayout(layout, layers, image(), `castellan:${version}`)
  setModes(layout)
  const name = `castellan-${version}-linux-${architecture}.oci.tar`
  return { [name]: archive(layout), [`${name}.cdx.json`]: sbom }
})

/** Returns the description of the image, without its layers. */
function image() {
  const created = new Date(sourceDateEpoch() * 1000).toISOString()
  const Labels = { ...config.Labels, 'org.opencontainers.image.version': version }
  return { created, architecture, os: 'linux', config: { ...config, Labels } }
}

/** Returns the components of the bill of materials. */
function installDebian(base) {
  // As every Debian system since 12 has them: packages contain files in either folder.
  for (const name of ['bin', 'lib', 'lib64', 'sbin']) {
    mkdirSync(join(base, 'usr', name), { recursive: true })
    symlinkSync(`usr/${name}`, join(base, name))
  }
  const downloads = `${base}-packages`
  mkdirSync(downloads)
  const components = DEBIAN_PACKAGES.map((name) => installPackage(base, downloads, name))
  put(
    base,
    'etc/passwd',
    `root:x:0:0::/:/nonexistent\ncastellan:x:${USER}:${USER}::${DATA_FOLDER}:/nonexistent\n`,
  )
  put(base, 'etc/group', `root:x:0:\ncastellan:x:${USER}:\n`)
  put(base, 'etc/nsswitch.conf', 'hosts: files dns\n')
  // Containers mount their own.
  for (const name of ['dev', 'proc', 'run', 'sys', 'tmp', 'etc/castellan'])
    mkdirSync(join(base, name), { recursive: true })
  return components
}

function installPackage(base, downloads, name) {
  run('apt-get', ['download', '-qq', '--option=APT::Sandbox::User=', name], { cwd: downloads })
  const [file] = run('find', [downloads, '-name', `${name}_*.deb`])
    .trim()
    .split('\n')
  // Not `dpkg-deb --extract`: it would replace the links for /bin, /lib and so on by folders.
  const unpack = 'dpkg-deb --fsys-tarfile "$1" | tar -x --keep-directory-symlink -C "$2"'
  run('sh', ['-c', unpack, 'sh', file, base])
  const control = run('dpkg-deb', ['--field', file])
  // Where images without dpkg have it, for vulnerability scanners.
  put(base, `var/lib/dpkg/status.d/${name}`, control)
  const packageVersion = /^Version: (.*)$/m.exec(control)[1]
  const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(packageVersion)}?arch=${architecture}`
  return { 'bom-ref': purl, type: 'library', name, version: packageVersion, purl }
}

function installNode(base) {
  put(base, 'usr/local/bin/node', '')
  copyFileSync(process.execPath, join(base, 'usr/local/bin/node'))
  run('chmod', ['755', join(base, 'usr/local/bin/node')])
  const libraries = run('ldd', [process.execPath]).match(/(?<==> )\/\S+/g) ?? []
  const missing = libraries.filter((path) => !existsSync(join(base, path)))
  if (missing.length > 0)
    throw new Error(
      `the image does not have what this Node links to: ${missing.join(', ')}. Use Node as nodejs.org builds it.`,
    )
  const { node } = process.versions
  const cpe = `cpe:2.3:a:nodejs:node.js:${node}:*:*:*:*:*:*:*`
  const purl = `pkg:generic/node@${node}`
  return { 'bom-ref': purl, type: 'platform', name: 'node', version: node, cpe, purl }
}

/** A link is not enough: the first line of the program asks for `env`, which the image does not have. */
function addCommand(application) {
  put(application, 'usr/local/bin/castellan', `#!/usr/local/bin/node\nimport('${PROGRAM}')\n`)
  setModes(application)
  run('chmod', ['755', join(application, 'usr/local/bin/castellan')])
}

/** The only folder of the service's user. In a layer of its own: an archive has one owner. */
function dataFolder(folder) {
  const layer = join(folder, 'data')
  mkdirSync(join(layer, DATA_FOLDER), { recursive: true })
  run('chmod', ['700', join(layer, DATA_FOLDER)])
  return layer
}

function put(tree, path, contents) {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), contents)
}
