// Writes an OCI image layout: https://github.com/opencontainers/image-spec/blob/main/image-layout.md
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compress } from './release.mjs'

const MEDIA_TYPE = 'application/vnd.oci.image'

/** Writes an image of these layers, the lowest first. `name` identifies it in the layout, as `castellan:1.0.0`. */
export function writeLayout(folder, layers, image, name) {
  const blobs = join(folder, 'blobs/sha256')
  mkdirSync(blobs, { recursive: true })

  /** Stores a blob under its hash, and returns what refers to it. */
  function store(type, contents) {
    const hash = sha256(contents)
    writeFileSync(join(blobs, hash), contents)
    return { mediaType: `${MEDIA_TYPE}.${type}`, digest: `sha256:${hash}`, size: contents.length }
  }

  const storedLayers = layers.map(({ tar }) => store('layer.v1.tar+gzip', compress(tar)))
  const storedConfig = store('config.v1+json', json(withLayers(image, layers)))
  const manifest = {
    schemaVersion: 2,
    mediaType: `${MEDIA_TYPE}.manifest.v1+json`,
    config: storedConfig,
    layers: storedLayers,
  }
  const storedManifest = {
    ...store('manifest.v1+json', json(manifest)),
    annotations: { 'org.opencontainers.image.ref.name': name },
  }
  const index = { schemaVersion: 2, mediaType: `${MEDIA_TYPE}.index.v1+json`, manifests: [storedManifest] }
  writeFileSync(join(folder, 'index.json'), json(index))
  writeFileSync(join(folder, 'oci-layout'), json({ imageLayoutVersion: '1.0.0' }))
}

function withLayers(image, layers) {
  return {
    ...image,
    rootfs: { type: 'layers', diff_ids: layers.map(({ tar }) => `sha256:${sha256(tar)}`) },
    history: layers.map(({ createdBy }) => ({ created: image.created, created_by: createdBy })),
  }
}

function json(value) {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}

function sha256(contents) {
  return createHash('sha256').update(contents).digest('hex')
}
