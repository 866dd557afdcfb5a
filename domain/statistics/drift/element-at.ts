/** The element of a series at an index that the caller keeps within its length. */
export function elementAt(values: readonly number[], index: number): number {
  const value = values[index];
  if (value === undefined) throw new RangeError(`index ${index} is outside of a series of ${values.length}`);
  return value;
}
