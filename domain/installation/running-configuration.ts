/** The text of a configuration file, without secrets. */
export interface ConfigurationText {
  /** `sha256:` and 64 hexadecimal digits over the bytes of the file. */
  readonly digest: string;
  /** The text of the file. It differs from the file only in the hidden places. */
  readonly text: string;
  /** The number of hidden places. */
  readonly redactions: number;
}

/** The configuration that a process uses. */
export interface RunningConfiguration {
  readonly loadedAt: Date;
  /** Undefined if the process has no configuration file, so that every setting has its default. */
  readonly file: ConfigurationText | undefined;
}
