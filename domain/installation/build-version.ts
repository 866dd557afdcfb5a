/** The build of Truetally that a process runs. */
export interface BuildVersion {
  /** The version of the package, such as `0.2.0`. */
  readonly version: string;
  /** The Git commit in hexadecimal digits; null if it is unknown. */
  readonly commit: string | null;
}
