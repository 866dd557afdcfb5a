/** The attribute names of a generation of instrumentations for the dimensions of a call, the newest name first. */
export interface DimensionNameList {
  readonly user?: readonly string[];
  readonly tenant?: readonly string[];
  readonly feature?: readonly string[];
  readonly agent?: readonly string[];
  readonly key?: readonly string[];
  /** The session or conversation of a call. */
  readonly session?: readonly string[];
  /** The beginnings of the names of attributes that each have one member of free metadata. */
  readonly memberPrefixes?: readonly string[];
  /** Attributes with all free metadata, as a JSON object in a text. */
  readonly metadata?: readonly string[];
  /** Attributes with labels: a list, or a text with commas. */
  readonly labels?: readonly string[];
}
