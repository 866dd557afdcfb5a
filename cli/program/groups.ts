import type { Group } from '../tree/command.ts';

/** The declarations of every first word, loaded on demand, in the order of the help. */
export const GROUPS: Readonly<Record<string, () => Promise<Group>>> = {
  run: async () => (await import('../groups/run/run-group.ts')).runGroup,
  validate: async () => (await import('../groups/validate/validate-group.ts')).validateGroup,
  wrap: async () => (await import('../groups/wrap/wrap-group.ts')).wrapGroup,
  version: async () => (await import('../groups/version/version-group.ts')).versionGroup,
  top: async () => (await import('../groups/top/top-group.ts')).topGroup,
  report: async () => (await import('../groups/report/report-group.ts')).reportGroup,
  eval: async () => (await import('../groups/eval/eval-group.ts')).evalGroup,
  calibrate: async () => (await import('../groups/calibrate/calibrate-group.ts')).calibrateGroup,
  prices: async () => (await import('../groups/prices/prices-group.ts')).pricesGroup,
  cache: async () => (await import('../groups/cache/cache-group.ts')).cacheGroup,
  quality: async () => (await import('../groups/quality/quality-group.ts')).qualityGroup,
  evals: async () => (await import('../groups/evals/evals-group.ts')).evalsGroup,
  policy: async () => (await import('../groups/policy/policy-group.ts')).policyGroup,
  keys: async () => (await import('../groups/keys/keys-group.ts')).keysGroup,
  govern: async () => (await import('../groups/govern/govern-group.ts')).governGroup,
  user: async () => (await import('../groups/user/user-group.ts')).userGroup,
  token: async () => (await import('../groups/token/token-group.ts')).tokenGroup,
  guardrails: async () => (await import('../groups/guardrails/guardrails-group.ts')).guardrailsGroup,
  demo: async () => (await import('../groups/demo/demo-group.ts')).demoGroup,
  doctor: async () => (await import('../groups/doctor/doctor-group.ts')).doctorGroup,
  index: async () => (await import('../groups/index/index-group.ts')).indexGroup,
  fleet: async () => (await import('../groups/fleet/fleet-group.ts')).fleetGroup,
  cloud: async () => (await import('../groups/cloud/cloud-group.ts')).cloudGroup,
  config: async () => (await import('../groups/config/config-group.ts')).configGroup,
};
