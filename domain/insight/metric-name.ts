/** The name of a metric and its version, from an id of the form `<name>.v<n>`. */
export interface MetricName {
  readonly name: string;
  readonly version: number;
}

const FORM = /^[a-z][a-z0-9_]*\.v[1-9]\d{0,8}$/;

/** The parts of a versioned metric id; undefined if the text has another form. */
export function parseMetricName(id: string): MetricName | undefined {
  if (!FORM.test(id)) return undefined;
  const point = id.indexOf('.');
  return { name: id.slice(0, point), version: Number(id.slice(point + '.v'.length)) };
}
