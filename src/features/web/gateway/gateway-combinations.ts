import { type Combination, listed } from '../../../core/settings/combination.ts'
import { problemOfUpstreams, type UpstreamSettings } from './upstream-settings.ts'

interface Settings {
  readonly gateway: { readonly upstreams: readonly UpstreamSettings[]; readonly signingSecret: string }
}

/** What the settings of upstream services must satisfy together. */
export const GATEWAY_COMBINATIONS: readonly Combination<Settings>[] = [
  {
    reads: ['gateway'],
    find({ gateway }) {
      const problem =
        gateway.upstreams.length > 0 && gateway.signingSecret === ''
          ? 'requires gateway.signingSecret, with which the services verify who calls them. Fix: set it; generate one with: openssl rand -base64 48'
          : problemOfUpstreams(gateway.upstreams)
      return listed('gateway.upstreams', problem)
    },
  },
]
