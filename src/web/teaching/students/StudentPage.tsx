import { useParams } from 'react-router';
import { studentsPath } from '#rules/paths/teaching-paths.ts';
import { platformZone } from '#rules/time/platform-zone.ts';
import * as texts from '#texts/students.ts';
import type { StudentAnswer } from '#wire/students.ts';
import { useInstructorDashboard } from '../../platform/records/use-dashboard.ts';
import { SaveFile } from '../../platform/session/SaveFile.tsx';
import { LinkButton } from '../../platform/ui/Button.tsx';
import { formatDate } from '../../platform/ui/format-time.ts';
import { NoInstructorProfile } from '../../platform/ui/NoInstructorProfile.tsx';
import { WhenRead } from '../../platform/ui/WhenRead.tsx';
import { HandOver } from './HandOver.tsx';
import { PrivateNotes } from './PrivateNotes.tsx';
import { RecordBefore } from './RecordBefore.tsx';
import { RemoveOwnLearner } from './RemoveOwnLearner.tsx';
import { SkillsOverTime } from './SkillsOverTime.tsx';
import { StudentHead } from './StudentHead.tsx';
import { StudentLessons } from './StudentLessons.tsx';
import { StudentMoney } from './StudentMoney.tsx';
import { useStudent } from './use-student.ts';

/** One student of an instructor: who, when next, what is owed, how far, what was written down. */
export function StudentPage() {
  const { id = '' } = useParams();
  const read = useStudent(id);
  const mine = useInstructorDashboard();
  if (mine.data && !mine.data.instructor) return <NoInstructorProfile what={texts.learners} />;
  return (
    <WhenRead read={read} what={texts.theStudent} notLoaded={texts.studentNotFound} detail={texts.studentNotYours}>
      {read.data && mine.data?.instructor && (
        <Student
          student={read.data}
          instructor={mine.data.instructor.id}
          zone={mine.data.instructor.timezone || platformZone}
        />
      )}
    </WhenRead>
  );
}

type StudentProps = { student: StudentAnswer; instructor: string; zone: string };

function Student({ student, instructor, zone }: StudentProps) {
  const { learner, ownLearner, completedLessons, completedMinutes, since } = student;
  return (
    <div className="grid max-w-[52rem] gap-8 text-body">
      <p className="-mb-4 print:hidden">
        <LinkButton variant="quiet" className="-ml-4 min-h-12" to={studentsPath}>
          {texts.allStudents}
        </LinkButton>
      </p>
      <StudentHead student={student} instructor={instructor} zone={zone} />
      {ownLearner && <StudentMoney student={student} ownLearner={ownLearner} zone={zone} />}
      <SkillsOverTime skills={student.skillHistory} zone={zone} />
      <StudentLessons lessons={student.lessons} zone={zone} />
      <RecordBefore before={student.before} zone={zone} />
      <PrivateNotes student={student} instructor={instructor} />
      <section aria-labelledby="record-book" className="print:hidden">
        <h2 id="record-book" className="mb-2 text-title">
          {texts.recordBook}
        </h2>
        <p className="mb-4 text-soft">
          {texts.recordBookHolds({
            lessons: completedLessons,
            hours: Math.round(completedMinutes / 6) / 10,
            since: formatDate(since, zone),
          })}
        </p>
        <SaveFile path={`/api/marketplace/students/${learner.id}/record-book.pdf`} name="kerbside-record-book.pdf">
          {texts.saveRecordBook}
        </SaveFile>
      </section>
      {student.hasAccount && <HandOver student={student} instructor={instructor} />}
      {ownLearner && <RemoveOwnLearner student={student} ownLearner={ownLearner} />}
    </div>
  );
}
