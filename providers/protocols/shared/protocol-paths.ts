import type { RequestFault } from './request-fault.ts';

/** The paths at which a protocol is served and called: fixed ones, or ones that name the model. */
export type ProtocolPaths = FixedPaths | ModelPaths;

/** Paths of a protocol whose bodies name the model. */
export interface FixedPaths {
  readonly modelIn: 'body';
  /** The path at the gateway. */
  readonly served: string;
  /** The path at a provider, after the base URL of an entry of the configuration file. */
  readonly called: string;
  /** The suffix of either path at which a provider counts the tokens of a request; undefined if it does not. */
  readonly counted: string | undefined;
}

/** Paths of a protocol that name the model and state whether a stream or a count of tokens is requested. */
export interface ModelPaths {
  readonly modelIn: 'path';
  /** The routes at the gateway, with `{model}` in place of a model. */
  readonly served: readonly string[];
  /** The common beginning of all its paths, which no other protocol shares. */
  readonly own: string;
  /**
   * The call at a path, or the reason why it is refused; undefined if the protocol does not have the path. Takes time
   * linear in the length of the path.
   */
  readonly read: (path: string, query: string | undefined) => PathCall | RequestFault | undefined;
  /**
   * The path of a call at a provider, after the base URL. No name of a model can lead outside of it.
   * @param call undefined for a call of the gateway itself, which is never a stream
   */
  readonly called: (model: string, call: PathCall | undefined) => string;
}

/** A call as its path describes it. It is plain data, so that it can be passed to a worker thread. */
export interface PathCall {
  /** The path with `{model}` in place of the model. It has few values, so that traces can use it. */
  readonly route: string;
  readonly model: string;
  readonly streaming: boolean;
  /** True if the call only counts tokens and calls no model. */
  readonly isCount: boolean;
}
