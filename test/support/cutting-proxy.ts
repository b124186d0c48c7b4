import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type CuttingProxy = {
  /** `host:port` that leads to the service. */
  host: string;
  port: number;
  /** Cuts the connection on which the piece after so many others is sent to the service, before or after it arrived there. */
  cutAt: (piece: number, when: (typeof ways)[number]) => void;
  /** Whether it cut since it was told to. */
  hasCut: () => boolean;
  /** Cuts no more; tells whether it cut since it was told to. */
  disarm: () => boolean;
  close: () => Promise<void>;
};

export const ways = ['asked', 'answered'] as const;

/** A way to a service of the outside, on this machine, that breaks at one of its requests or commands. */
export async function startCuttingProxy(targetPort: number): Promise<CuttingProxy> {
  let left = Number.POSITIVE_INFINITY;
  let hasCut = false;
  let when: (typeof ways)[number] = 'asked';
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(targetPort, '127.0.0.1');
    let isDoomed = false;
    const end = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => {
        sockets.delete(socket);
        end();
      });
    }
    near.on('data', (bytes) => {
      const isIt = left-- === 0;
      hasCut ||= isIt;
      if (isIt && when === 'asked') return end();
      isDoomed ||= isIt;
      far.write(bytes);
      return undefined;
    });
    far.on('data', (bytes) => (isDoomed ? end() : near.write(bytes)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    port,
    cutAt(piece, then) {
      left = piece;
      hasCut = false;
      when = then;
    },
    hasCut: () => hasCut,
    disarm() {
      left = Number.POSITIVE_INFINITY;
      return hasCut;
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** Does the work with its connection cut at each piece in turn, until there are no more; answers how often it was cut. */
export async function cutEach(proxy: CuttingProxy, work: (name: string) => Promise<void>): Promise<number> {
  let cuts = 0;
  for (const way of ways) {
    for (let piece = 0; ; piece++) {
      proxy.cutAt(piece, way);
      await work(`${way}${piece}`);
      if (!proxy.disarm()) break;
      cuts++;
    }
  }
  return cuts;
}
