import type { JsonObject } from '../../json-parts.ts';
import type { StepClass } from '../../../domain/gateway/step-classes.ts';
import type { CalledEndpoint, ProtocolId } from '../../../domain/models/protocols.ts';
import type { AnswerForm } from './answer-form.ts';
import type { AnsweredParts, GrowingParts } from './answer-part.ts';
import type { ErrorBody } from './plain-error-body.ts';
import type { FollowedStream } from './followed-stream.ts';
import type { Playback } from './playback.ts';
import type { ProtocolPaths } from './protocol-paths.ts';
import type { QuestionForm } from './question-form.ts';
import type { RequestFault } from './request-fault.ts';
import type { TextClient } from './text-client.ts';

/**
 * A protocol by which models are called: everything about its requests, answers and errors. All protocols have all
 * members in the same order, so that they share one hidden class and member access stays fast.
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
  /** The price table's names for the usage forms of its answers, the likeliest first. */
  readonly usageFlavors: readonly string[];
  /** True if a stream without server-sent events is a JSON list with one event per item. */
  readonly streamsLists: boolean;
  /** The reason why the gateway refuses a request of this protocol; undefined if it serves the request. */
  readonly requestFault: (body: JsonObject) => RequestFault | undefined;
  /** The step class of a request whose caller does not state it. */
  readonly stepClass: (body: JsonObject) => StepClass;
  /**
   * The name of the tool whose result ends a request; undefined if the request ends with anything else, or does not
   * name the tool. Bodies are unchecked, so a name may be any value.
   */
  readonly toolName: (body: JsonObject) => unknown;
  /**
   * The question of a request, without parameters and tools: messages, or a single text; undefined if it asks nothing.
   */
  readonly askedWords: (body: JsonObject) => unknown;
  /** Members of a request that identify the caller to the provider. No answer depends on them or repeats them. */
  readonly unreadMembers: readonly string[];
  /** Writes an error of the gateway in a form that clients of the protocol read. */
  readonly errorBody: ErrorBody;
  /** The rules by which its answers are judged. */
  readonly answerForm: AnswerForm;
  /** Reads the data of an event: a JSON value, or a text such as `[DONE]`. */
  readonly followStream: (stream: FollowedStream, data: unknown) => void;
  /** The reading of texts, for protocols whose models write; undefined for others. */
  readonly text: TextReading | undefined;
}

/** A protocol by which models write. */
export interface TextProtocol extends Protocol {
  readonly text: TextReading;
}

/**
 * A protocol by which the gateway itself asks questions: one for each wire, which every server of the wire supports.
 */
export interface PlainProtocol extends TextProtocol {
  readonly text: TextReading & { readonly question: QuestionForm };
}

/** The rules for the texts of requests and answers. */
export interface TextReading {
  /** The members of a request that cap an answer. Servers do not know any other, and many ignore unknown members. */
  readonly outputCaps: readonly string[];
  /**
   * The object with the caps, the number of answers and the thinking budget: the body, or the same settings read from a
   * body of another form.
   */
  readonly outputSettings: (body: JsonObject) => JsonObject;
  /** True if the caps include thinking. Some servers count it separately. */
  readonly capsThinking: boolean;
  /**
   * The position of user messages: the member with the messages, the member of each message with its content, and the
   * parts of the content that are texts.
   */
  readonly userMessages: {
    readonly member: string;
    readonly content: string;
    readonly isText: (part: JsonObject) => boolean;
  };
  /** The parts of an answer without a stream. */
  readonly answerParts: (body: JsonObject) => AnsweredParts;
  /** Adds the parts in an event of a stream. */
  readonly streamParts: (parts: GrowingParts, data: JsonObject) => void;
  /** True if an event of a type repeats the text of earlier events. */
  readonly repeatsText: (type: unknown) => boolean;
  /** The form of the gateway's own question; undefined if it uses another protocol of the wire. */
  readonly question: QuestionForm | undefined;
  /** Opens the client for our own paid calls. A process that makes no such calls never loads the official client. */
  readonly openClient: () => Promise<TextClient>;
  readonly playback: Playback;
}

/** The header that carries the key for a provider, after a prefix. */
export interface CredentialHeader {
  readonly header: string;
  readonly prefix: string;
}
