import type { ReactNode } from 'react';
import * as texts from '#texts/admin.ts';
import { deskIcons } from '../desk/desk-icons.ts';
import { deskPlacesOf } from '../desk/desk-places.ts';
import type { NavigationGroup } from './navigation.ts';

type StaffGroupProps = { userRole: string; show: (group: NavigationGroup) => ReactNode };

/** The desks of moderators and finance in the sidebar. */
export function StaffGroup({ userRole, show }: StaffGroupProps) {
  const items = deskPlacesOf(userRole).map((place) => ({ ...place, icon: deskIcons[place.path] }));
  return items.length === 0 ? null : show({ label: texts.desks, items });
}
