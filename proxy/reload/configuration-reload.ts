import type { ReloadMetrics } from './reload-metrics.ts';

export interface ConfigurationReloadParts {
  /** The fingerprint of the file's state; never rejects. */
  readonly fingerprint: () => Promise<string>;
  /**
   * Reads the file and applies it to later calls. Resolves with warnings. Rejects if the previous configuration stays
   * in force.
   */
  readonly use: () => Promise<readonly string[]>;
  /** All faults of the file that an error lists; undefined if the error has another cause. */
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
  /** The state of the file that was last used or found faulty. */
  #tried: string;
  #seen: string;
  #reloading: Promise<void> = Promise.resolve();

  /** @param fingerprint the fingerprint of the file that is in force */
  constructor(parts: ConfigurationReloadParts, fingerprint: string) {
    this.#parts = parts;
    this.#tried = fingerprint;
    this.#seen = fingerprint;
  }

  /**
   * Checks the file for changes. Reads it when two checks in a row find the same new state, so that no half-written
   * file is read.
   */
  async look(): Promise<void> {
    const found = await this.#parts.fingerprint();
    const isStill = found === this.#seen;
    this.#seen = found;
    if (isStill && found !== this.#tried) await this.reload();
  }

  /** Reads the file, changed or not. Reloads run one after another. Never rejects. */
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
      log.info('reloaded the configuration file');
    } catch (error) {
      // After a failure with another cause, the next check tries again.
      const faults = faultsIn(error);
      if (faults !== undefined) this.#tried = found;
      metrics.reloaded(faults === undefined ? 'failed' : 'faulty');
      log.error(
        faults === undefined ? { err: error } : { faults },
        'the configuration file cannot be used; calls still use the previous one',
      );
    }
  }
}
