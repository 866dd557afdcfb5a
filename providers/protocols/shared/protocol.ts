import type { JsonObject } from '../../json-parts.ts';
import type { StepClass } from '../../../domain/gateway/step-classes.ts';
import type { CalledEndpoint, ProtocolId } from '../../../domain/models/protocols.ts';
import type { AnswerForm } from './answer-form.ts';
import type { AnsweredParts, GrowingParts } from './answer-part.ts';
import type { ErrorBody } from './plain-error-body.ts';
import type { FollowedStream } from './followed-stream.ts';
import type { Playback } from './playback.ts';
import type { ProtocolPaths } from './protocol-paths.ts';
import type { Question } from './question.ts';
import type { RequestFault } from './request-fault.ts';
import type { TextClient } from './text-client.ts';

/**
 * A protocol by which models are called: all that is known of its requests, answers and errors. Every protocol has
 * every member, in this order, so that all of them have one hidden class where a call asks its own.
 */
export interface Protocol {
  readonly id: ProtocolId;
  readonly endpoint: CalledEndpoint;
  readonly paths: ProtocolPaths;
  readonly credential: CredentialHeader;
  /** Headers that requests of our own need in addition to a key, by name. */
  readonly ownHeaders: Readonly<Record<string, string>>;
  /** The operation in traces: `gen_ai.operation.name`. */
  readonly operation: 'chat' | 'embeddings' | 'generate_content';
  /** The names that the price table has for how its answers state usage, the likeliest first. */
  readonly usageFlavors: readonly string[];
  /** True if a stream that is not server-sent events is a JSON list with one event an item. */
  readonly streamsLists: boolean;
  /** The reason why the gateway does not serve a request, although it serves others; undefined if it does. */
  readonly requestFault: (body: JsonObject) => RequestFault | undefined;
  /** The step class of a request whose caller does not state it. */
  readonly stepClass: (body: JsonObject) => StepClass;
  /**
   * The question of a request, without parameters and tools: messages, or a single text; undefined if it asks nothing.
   */
  readonly askedWords: (body: JsonObject) => unknown;
  /** Members of a request that identify the caller to the provider. No answer depends on them or repeats them. */
  readonly unreadMembers: readonly string[];
  /** The body of an error of the gateway's own, in a form that its clients read. */
  readonly errorBody: ErrorBody;
  /** The rules by which its answers are judged. */
  readonly answerForm: AnswerForm;
  /** Takes notice of the data of an event: a value of JSON, or a text such as `[DONE]`. */
  readonly followStream: (stream: FollowedStream, data: unknown) => void;
  /** The reading of texts, for protocols whose models write; undefined for others. */
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

/** The rules for the texts of requests and answers. */
export interface TextReading {
  /**
   * Members of a request that cap an answer. Any other is unknown there, and many servers pass over what they do not
   * know.
   */
  readonly outputCaps: readonly string[];
  /**
   * The object that holds the caps, the number of answers and the budget of thinking: the body, or what a body of
   * another form says of them.
   */
  readonly outputSettings: (body: JsonObject) => JsonObject;
  /** True if the caps include thinking. Some servers count it separately. */
  readonly capsThinking: boolean;
  /**
   * The member that holds what is said to a model, the member of each message that holds its content, and which parts
   * of that are texts.
   */
  readonly userMessages: {
    readonly member: string;
    readonly content: string;
    readonly isText: (part: JsonObject) => boolean;
  };
  /** The parts of an answer without a stream. */
  readonly answerParts: (body: JsonObject) => AnsweredParts;
  /** Adds what an event of a stream says. */
  readonly streamParts: (parts: GrowingParts, data: JsonObject) => void;
  /** True if an event of a type repeats the text of earlier events. */
  readonly repeatsText: (type: unknown) => boolean;
  /** The form of the gateway's own question; undefined if it uses another protocol of the wire. */
  readonly question: Question | undefined;
  /** Opens the client of paid calls of our own. A process that makes none never loads the official one. */
  readonly openClient: () => Promise<TextClient>;
  readonly playback: Playback;
}

/** The header by which a provider is given a key, which follows upon a prefix. */
export interface CredentialHeader {
  readonly header: string;
  readonly prefix: string;
}
