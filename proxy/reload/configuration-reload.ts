import type { ReloadMetrics } from './reload-metrics.ts';

export interface ConfigurationReloadParts {
  /** The fingerprint of the file's state; it never rejects. */
  readonly fingerprint: () => Promise<string>;
  /**
   * Reads the file and has calls go by it; resolves with what there is to warn of. Rejects where calls go on as before.
   */
  readonly use: () => Promise<readonly string[]>;
  /** All faults that an error tells of the file; undefined where it has another reason. */
  readonly faultsIn: (error: unknown) => readonly string[] | undefined;
  readonly metrics: ReloadMetrics;
  readonly log: {
    info(sentence: string): void;
    warn(sentence: string): void;
    error(members: object, sentence: string): void;
  };
}

/** Switches a process to its configuration file after each change. */
export class ConfigurationReload {
  readonly #parts: ConfigurationReloadParts;
  /** The state of the file that was used last, or could not be. */
  #tried: string;
  #seen: string;
  #reloading: Promise<void> = Promise.resolve();

  /** @param fingerprint of the file that calls go by */
  constructor(parts: ConfigurationReloadParts, fingerprint: string) {
    this.#parts = parts;
    this.#tried = fingerprint;
    this.#seen = fingerprint;
  }

  /**
   * Looks whether the file has changed. It is read once two looks have found it alike, so that nothing half written is.
   */
  async look(): Promise<void> {
    const found = await this.#parts.fingerprint();
    const isStill = found === this.#seen;
    this.#seen = found;
    if (isStill && found !== this.#tried) await this.reload();
  }

  /** Reads the file, changed or not. One reload goes behind the other; it never rejects. */
  reload(): Promise<void> {
    this.#reloading = this.#reloading.then(() => this.#load());
    return this.#reloading;
  }

  async #load(): Promise<void> {
    const { fingerprint, use, faultsIn, metrics, log } = this.#parts;
    const found = await fingerprint();
    try {
      for (const warning of await use()) log.warn(warning);
      this.#tried = found;
      metrics.reloaded('loaded');
      log.info('the configuration file was read anew');
    } catch (error) {
      // What has another reason may go well at the next look.
      const faults = faultsIn(error);
      if (faults !== undefined) this.#tried = found;
      metrics.reloaded(faults === undefined ? 'failed' : 'faulty');
      log.error(
        faults === undefined ? { err: error } : { faults },
        'the configuration file cannot be used; calls go on by the one before',
      );
    }
  }
}
