import type { IngestFormat } from '../bodies/traffic-body.ts';

/** Counts of incoming traffic. */
export interface TrafficMetrics {
  received(request: {
    readonly way: IngestFormat;
    readonly bytes: number;
    readonly accepted: number;
    readonly ignored: number;
    readonly refused: number;
  }): void;
  written(bytes: number, seconds: number): void;
}
