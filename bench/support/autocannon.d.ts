declare module 'autocannon' {
  export type Request = { method?: string; path?: string; body?: string; headers?: Record<string, string> };
  export type Options = {
    url: string;
    connections: number;
    duration?: number;
    amount?: number;
    headers?: Record<string, string>;
    requests?: Array<Request & { setupRequest?: (request: Request) => Request }>;
  };
  export type Result = {
    requests: { average: number; total: number };
    duration: number;
    errors: number;
    non2xx: number;
  };
  export type Running = Promise<Result> & {
    on: (
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ) => void;
  };
  export default function autocannon(options: Options): Running;
}
