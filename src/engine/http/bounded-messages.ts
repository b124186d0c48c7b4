import { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { refuseUnreadable } from './refuse-unreadable.ts';

/** Requests of one connection that are under way at a moment. Browsers and proxies send the next one when the answer is there; few programs send several ahead. */
const mostUnderWay = 16;

/** A body may come in so many pieces, and in one more for each of so many bytes. A segment of a network has more than a thousand. */
const freePieces = 512;
const bytesOfPiece = 256;

/**
 * A request that counts the pieces in which its body comes. Each is told of by itself, 4 µs for one byte: a body of single bytes would take the processor
 * for seconds. One in too many pieces can't be read, as one that is cut into pieces in a wrong way.
 */
class BoundedRequest extends IncomingMessage {
  answer: ServerResponse | undefined;
  #pieces = 0;
  #bytes = 0;

  override push(piece: Buffer | null, encoding?: BufferEncoding): boolean {
    if (piece === null) return super.push(piece, encoding);
    const most = freePieces + this.#bytes / bytesOfPiece;
    // What was read of the connection together with the piece that was too much.
    if (this.#pieces > most) return false;
    this.#pieces++;
    this.#bytes += piece.length;
    if (this.#pieces <= most) return super.push(piece, encoding);
    // Nothing may be said in the middle of an answer, or after it.
    if (this.answer?.headersSent) this.socket.destroy();
    else refuseUnreadable(new Error('The body comes in too many pieces.'), this.socket);
    this.socket.destroySoon();
    return false;
  }
}

const underWay = new WeakMap<Socket, number>();

/** By this Node's parser takes what comes behind a head for another protocol, which it does not read. */
const isOtherProtocol = 2;

/**
 * Nothing behind the request that is being read is a request any more. The parser goes on to the end of what was read of the connection otherwise, whatever
 * became of it: thousands of requests, 40 µs each.
 */
function readNoMore(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, 'parser');
  if (typeof parser === 'object' && parser !== null) Reflect.set(parser, 'onIncoming', () => isOtherProtocol);
}

/** Whether Node answers a request by itself, before anybody is told of it: 400 without a host, 417 for what it is asked to expect. */
function isRefusedByNode({ headers, httpVersion }: IncomingMessage): boolean {
  if (headers.host === undefined && httpVersion === '1.1') return true;
  return headers.expect !== undefined && !/^100-continue$/i.test(headers.expect);
}

/**
 * An answer that counts for its connection until it is over. Node makes one for each request, those that it refuses itself too, and tells of all requests
 * that came at once: of thousands in one packet, each of which would hold memory until those before it are answered. With one too many the connection ends,
 * and with the first that Node refuses.
 */
class BoundedResponse<Request extends IncomingMessage = IncomingMessage> extends ServerResponse<Request> {
  // Node gives more than the request, of which its types say nothing.
  constructor(...made: [request: Request]) {
    super(...made);
    const [request] = made;
    const { socket } = request;
    const count = (underWay.get(socket) ?? 0) + 1;
    underWay.set(socket, count);
    const isRefused = isRefusedByNode(request);
    if (isRefused) this.setHeader('Connection', 'close');
    if (isRefused || count > mostUnderWay) readNoMore(socket);
    if (count > mostUnderWay) socket.destroy();
    this.once('close', () => underWay.set(socket, (underWay.get(socket) ?? 1) - 1));
    if (!(request instanceof BoundedRequest)) return;
    request.answer = this;
    // Node passes over a body that nobody read without telling the request of its pieces, unless it was asked for.
    this.once('finish', () => {
      if (!request.complete) request.read(0);
      request.resume();
    });
  }
}

/** For a server of HTTP: bounds of a connection that hold for every path, before anything is made of a request. */
export const boundedMessages = { IncomingMessage: BoundedRequest, ServerResponse: BoundedResponse };
