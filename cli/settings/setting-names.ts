/** A setting with its ways in. */
interface SettingRow {
  readonly flag: string;
  readonly variable: string;
  readonly summary: string;
}

/** The settings that profiles hold, by their names in the configuration file. No setting is a key. */
export const SETTINGS = {
  base_url: { flag: '--base-url', variable: 'TRUETALLY_BASE_URL', summary: 'the origin of the API' },
  management_url: {
    flag: '--management-url',
    variable: 'TRUETALLY_MANAGEMENT_URL',
    summary: 'the root of the management plane',
  },
  gateway_url: { flag: '--base', variable: 'TRUETALLY_GATEWAY_URL', summary: 'the root of the gateway' },
  organization: { flag: '--organization', variable: 'TRUETALLY_ORGANIZATION', summary: 'the id of the organization' },
  workspace: { flag: '--workspace', variable: 'TRUETALLY_WORKSPACE', summary: 'the id of the workspace' },
  application: { flag: '--application', variable: 'TRUETALLY_APPLICATION', summary: 'the id of the application' },
  gateway: { flag: '--gateway', variable: 'TRUETALLY_GATEWAY', summary: 'the id of the gateway' },
  environment: { flag: '--environment', variable: 'TRUETALLY_ENVIRONMENT', summary: 'the id of the environment' },
  log: { flag: '--log', variable: 'TRUETALLY_JOURNAL', summary: 'the decision log: a file or a folder of segments' },
} as const satisfies Readonly<Record<string, SettingRow>>;

export type SettingName = keyof typeof SETTINGS;

/** The keys that commands send, and the variables that hold them. */
export const KEYS = {
  management: { variable: 'TRUETALLY_MANAGEMENT_KEY', prefix: 'ttm_', name: 'management key' },
  plane: { variable: 'TRUETALLY_PLANE_KEY', prefix: 'ttp_', name: 'key of the management plane' },
} as const;

export type KeyKind = keyof typeof KEYS;
