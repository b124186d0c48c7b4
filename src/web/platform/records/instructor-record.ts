import type { Profile } from './profile-record.ts';

type Always =
  | ('id' | 'name' | 'status' | 'timezone')
  | ('licenceClasses' | 'languages' | 'areas' | 'testCentre' | 'vehiclePlate' | 'vehicleModel')
  | ('hourlyCents' | 'eveningSurchargePercent' | 'weekendSurchargePercent')
  | ('lessonMinutes' | 'horizonDays' | 'instantBooking' | 'cancellationHours');

/** The public fields of an `instructors` record that the signed-in area shows; some reads leave the last ones out. */
export type Instructor = Pick<Profile, Always> &
  Partial<
    Pick<
      Profile,
      'collectionName' | 'user' | 'photo' | 'carPhoto' | 'considersTravel' | 'licenceExpiresOn' | 'retiresOn'
    >
  >;
