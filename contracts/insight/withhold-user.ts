/**
 * A stored document in which each `dimension_filter` that names the user withholds its choice of users, in the form of
 * `redactQuestion`. The same object if no filter names the user.
 */
export function withholdUser(document: unknown, user: string): unknown {
  if (!isMembers(document)) return document;
  const members = Object.entries(document).map(([name, value]) => {
    const kept = name === 'dimension_filter' ? withholdChoice(value, user) : withholdUser(value, user);
    return { name, kept, isKept: kept === value };
  });
  if (members.every(({ isKept }) => isKept)) return document;
  if (Array.isArray(document)) return members.map(({ kept }) => kept);
  return Object.fromEntries(members.map(({ name, kept }) => [name, kept]));
}

function withholdChoice(filter: unknown, user: string): unknown {
  const choice = isMembers(filter) ? filter['user'] : undefined;
  const values = isMembers(choice) ? choice['values'] : undefined;
  const names = Array.isArray(values) && values.includes(user);
  return isMembers(filter) && names ? { ...filter, user: { withheld: true } } : filter;
}

function isMembers(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
