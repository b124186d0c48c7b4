/** What `GET /api/marketplace/gaps` answers: times of the next days that were called off late and can be booked now. */
export type GapsAnswer = { items: Gap[] };

/** A time that somebody called off late. Instants are ISO text in UTC. */
export type Gap = {
  instructor: string;
  instructorName: string;
  timezone: string;
  areas: string[];
  licenceClasses: string[];
  start: string;
  end: string;
  durationMinutes: number;
};

/** What `GET /api/marketplace/waiting` answers: how many learners wait for the signed-in instructor, and how many for anybody like them. */
export type WaitingAnswer = { forYou: number; nearby: number };
