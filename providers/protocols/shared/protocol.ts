import type { JsonObject } from '../../json-parts.ts';
import type { StepClass } from '../../../domain/gateway/step-classes.ts';
import type { CalledEndpoint, ProtocolId } from '../../../domain/models/protocols.ts';
import type { AnswerForm } from './answer-form.ts';
import type { AnsweredParts, GrowingParts } from './answer-part.ts';
import type { FollowedStream } from './followed-stream.ts';
import type { Playback } from './playback.ts';
import type { Question } from './question.ts';
import type { TextClient } from './text-client.ts';

/**
 * A protocol by which models are called: all that is known of its requests, answers and errors. Every protocol has every member, in this
 * order, so that all of them have one hidden class where a call asks its own.
 */
export interface Protocol {
  readonly id: ProtocolId;
  readonly endpoint: CalledEndpoint;
  readonly paths: ProtocolPaths;
  readonly credential: CredentialHeader;
  /** Headers that requests of our own need in addition to a key, by name. */
  readonly ownHeaders: Readonly<Record<string, string>>;
  /** What traces call it: `gen_ai.operation.name`. */
  readonly operation: 'chat' | 'embeddings';
  /** The names that the price table has for how its answers state usage, the likeliest first. */
  readonly usageFlavors: readonly string[];
  /** Why the gateway does not serve a request, where it serves others; undefined where it does. */
  readonly requestFault: (body: JsonObject) => RequestFault | undefined;
  /** What a request looks like where its caller does not say it. */
  readonly stepClass: (body: JsonObject) => StepClass;
  /** What a request asks, without parameters and tools: messages, or a text that stands for itself; undefined where it asks nothing. */
  readonly askedWords: (body: JsonObject) => unknown;
  /** Members of a request that identify the caller to the provider. No answer depends on them or repeats them. */
  readonly unreadMembers: readonly string[];
  /** How its answers say what they are. */
  readonly answerForm: AnswerForm;
  /** Takes notice of the data of an event: a value of JSON, or a text such as `[DONE]`. */
  readonly followStream: (told: FollowedStream, data: unknown) => void;
  /** What only a protocol has by which models write; undefined of any other. */
  readonly text: TextReading | undefined;
}

/** A protocol by which models write. */
export interface TextProtocol extends Protocol {
  readonly text: TextReading;
}

/** A protocol by which the gateway asks questions itself: one of each wire, which every server of the wire has. */
export interface PlainProtocol extends TextProtocol {
  readonly text: TextReading & { readonly question: Question };
}

/** What is known of the words of requests and answers. */
export interface TextReading {
  /** Members of a request that cap an answer. Any other is unknown there, and many servers pass over what they do not know. */
  readonly outputCaps: readonly string[];
  /** Whether the caps include thinking. Some servers count it separately. */
  readonly capsThinking: boolean;
  /** The member that holds what is said to a model, and the type of the parts of content that are its texts. */
  readonly said: { readonly member: string; readonly text: string };
  /** What an answer says that is no stream. */
  readonly answerParts: (body: JsonObject) => AnsweredParts;
  /** Adds what an event of a stream says. */
  readonly streamParts: (parts: GrowingParts, data: JsonObject) => void;
  /** Whether an event of a type repeats what events before it said. */
  readonly repeatsWords: (type: unknown) => boolean;
  /** How a question of the gateway is asked; undefined where it asks by another protocol of the wire. */
  readonly question: Question | undefined;
  /** Opens the client of paid calls of our own. A process that makes none never loads the official one. */
  readonly openClient: () => Promise<TextClient>;
  readonly playback: Playback;
}

export interface ProtocolPaths {
  /** At the gateway. */
  readonly served: string;
  /** At a provider, behind the base URL of an entry of the configuration file. */
  readonly called: string;
  /** Behind either of them, where a provider counts the tokens of a request; undefined where it does not. */
  readonly counted: string | undefined;
}

/** Why a request is not served. */
export interface RequestFault {
  /** A sentence that the caller can act on. */
  readonly message: string;
  readonly code: string;
  /** The member of the request that is refused. */
  readonly param: string;
}

/** The header by which a provider is given a key, which follows upon a prefix. */
export interface CredentialHeader {
  readonly header: string;
  readonly prefix: string;
}
