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

/** Paths of a protocol that name the model, and say whether a stream or a count of tokens is asked for. */
export interface ModelPaths {
  readonly modelIn: 'path';
  /** The routes at the gateway, with `{model}` in place of a model. */
  readonly served: readonly string[];
  /** The beginning of all its paths that no other protocol has. */
  readonly own: string;
  /**
   * The call at a path, or why it is refused; undefined where the protocol does not have the path. Takes time linear in
   * the path.
   */
  readonly read: (path: string, query: string | undefined) => PathCall | RequestFault | undefined;
  /**
   * The path of a call at a provider, behind the base URL. No name of a model leads out of it.
   * @param call undefined of a call of the gateway's own, which is no stream
   */
  readonly called: (model: string, call: PathCall | undefined) => string;
}

/** A call as its path names it. It is plain data, so that a worker can be given it. */
export interface PathCall {
  /** The path with `{model}` in place of the model: of few values, so that traces can have it. */
  readonly route: string;
  readonly model: string;
  readonly streaming: boolean;
  /** True if its tokens are to be counted, and no model is called. */
  readonly isCount: boolean;
}
