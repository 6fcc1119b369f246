import { entryByVariable, otherVariables, VARIABLE_PREFIX } from './catalogue.ts'
import { type Given, given } from './given.ts'
import { SettingsError } from './settings-error.ts'
import { nearestName } from './suggestion.ts'
import { bare } from './unknown-key.ts'

export type Environment = Readonly<Record<string, string | undefined>>

/** The values in the environment. An empty variable counts as one that is not set. */
export function givensOfEnvironment(environment: Environment): Given[] {
  return Object.entries(environment).flatMap(([variable, text]) => {
    if (!variable.startsWith(VARIABLE_PREFIX) || text === undefined || text === '') return []
    const entry = entryByVariable.get(variable)
    if (entry !== undefined)
      return [given(entry, entry.setting.fromText(text), { kind: 'variable', variable })]
    if (Object.hasOwn(otherVariables, variable) || isOfKubernetes(variable, text)) return []
    throw unknownVariable(variable)
  })
}

/** Kubernetes sets these in every pod when a Service is named `castellan` or `castellan-…`: nobody wrote them. */
function isOfKubernetes(variable: string, text: string): boolean {
  return (
    /_SERVICE_(HOST|PORT)(_\w+)?$/.test(variable) ||
    /_PORT_\d+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?$/.test(variable) ||
    (/_PORT$/.test(variable) && /^(tcp|udp|sctp):\/\//.test(text))
  )
}

function unknownVariable(variable: string): SettingsError {
  const near = nearestName(variable, [...entryByVariable.keys(), ...Object.keys(otherVariables)])
  const fix = near === undefined ? 'unset it' : `did you mean ${near}? Rename or unset it`
  return new SettingsError(`The variable ${bare(variable)} is not a setting. Fix: ${fix}`)
}
