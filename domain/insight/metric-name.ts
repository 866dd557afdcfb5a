/** A metric as it is addressed: `<name>.v<n>`. */
export interface MetricName {
  readonly name: string;
  readonly version: number;
}

/** Reads a versioned metric id; undefined for a text of another form. */
export function parseMetricName(id: string): MetricName | undefined {
  const [, name, version] = /^([a-z][a-z0-9_]*)\.v([1-9]\d{0,8})$/.exec(id) ?? [];
  return name === undefined || version === undefined ? undefined : { name, version: Number(version) };
}
