/** jq, compiled to WebAssembly. The package has no types. */
declare module 'jq-web' {
  interface Jq {
    /** The printed results; undefined if there are none. Rejects with `stderr` if jq fails. */
    raw(json: string, filter: string, flags: readonly string[]): Promise<string | undefined>;
  }
  const jq: Promise<Jq>;
  export default jq;
}
