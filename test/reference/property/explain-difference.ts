/**
 * The differences between two documents, a line for each path: the expected value of the reference and the actual
 * value.
 */
export function explainDifference(expected: unknown, actual: unknown, path = ''): string[] {
  if (Object.is(expected, actual)) return [];
  if (Array.isArray(expected) && Array.isArray(actual)) return explainLists(expected, actual, path);
  if (isRecord(expected) && isRecord(actual)) {
    return [...new Set([...Object.keys(expected), ...Object.keys(actual)])].flatMap((name) =>
      explainDifference(expected[name], actual[name], `${path}/${name}`),
    );
  }
  return [`${path}\n    expected ${shown(expected)}\n    answered ${shown(actual)}`];
}

function explainLists(expected: readonly unknown[], actual: readonly unknown[], path: string): string[] {
  const length =
    expected.length === actual.length ? [] : [`${path}: expected ${expected.length}, answered ${actual.length}`];
  const items = Array.from({ length: Math.max(expected.length, actual.length) }, (_, index) =>
    explainDifference(expected[index], actual[index], `${path}/${nameOf(expected[index], index)}`),
  );
  return [...length, ...items.flat()];
}

/** The name of a list item: the metric of a cell, or the purpose, bucket and value of a group. */
function nameOf(item: unknown, index: number): string {
  if (!isRecord(item)) return String(index);
  if (typeof item['metric'] === 'string') return item['metric'];
  if (typeof item['purpose'] !== 'string' || item['cells'] === undefined) return String(index);
  const bucket = isRecord(item['bucket']) ? ` ${String(item['bucket']['from'])}` : '';
  const value = item['facet'] ?? item['dimension'];
  return `${index} ${item['purpose']}${bucket}${value === undefined ? '' : ` ${JSON.stringify(value)}`}`;
}

function shown(value: unknown): string {
  const text = JSON.stringify(value) as string | undefined;
  return text === undefined ? 'nothing' : text.slice(0, 400);
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
