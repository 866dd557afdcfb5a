/** The form in which most producers write instants. Other producers may end a day with 24:00. */
const AS_READ = /^[\d-]{10}T(?!24)[\d:]{8}\.\d{3}Z$/;

/** An instant in the form of rows. Here ClickHouse reads no offsets and nothing finer than milliseconds. */
export function toUtcText(instant: string): string {
  return AS_READ.test(instant) ? instant : new Date(instant).toISOString();
}
