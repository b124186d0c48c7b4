/**
 * Words that people write behind the name of a chat without naming anybody there: "ig we can", "telegram works", "my insta is private". With their usual
 * endings. A word that is not among them, right behind the chat's name, is taken for somebody's name in it.
 */
const words = new Set(
  `about above account accept acceptable access accident ad add address admin after afternoon again ago agree ahead all allow almost alone along already
  also although always am amazing and annoying another answer any anybody anyhow anymore anyone anything anytime anyway anywhere app app's appear apply
  are area around arrange arrive as ask asleep at atm auto available away awesome awful awkward back bad ban banned based be because become bedok been
  before begin behind being believe below best better between big block blocked blur book booking both boss both bother boy bring broadcast broken brother
  bug business busy but buy by bye call came can can't cancel cannot car card careful case cause centre certain chance change channel charge chat cheap
  check child choose class clean clear clementi close cold come comfortable coming comment common communicate community company compare complete confirm
  confused connect contact content conversation convenient cool copy correct cost could couldn't course crash crashed create crowded current dad daily date
  daughter day dead deactivated dear decide deep delay delete deleted depend desktop detail device did didn't die different difficult direct directly
  discuss discussion dislike dm do does doesn't don't done door down download drive driver driving drop during each earlier early easier easiest easily
  easy either else email empty end english enough enquiry especially even evening event ever every everybody everyone everything exact exactly exam example
  except excuse exist expect expensive experience expire explain facebook fail failed fair fake family far fast faster father feature feed feedback feel
  few figure file find fine finish first fit fix follow follower for forever forget forgot form forward found free freely frequently friday friend from
  front full fully fun future gave general generally get girl give glad go going gone good goodness got great group guess guy had half handle happen happy
  hard hardly has hasn't hate have haven't having he hear heavy hello help helpful helps her here hers hey hi high him his hold home honest honestly hope
  hopefully hour how however husband i'd i'll i'm i've idea if image important in inbox include individual info information install instagram instead
  instruct instruction instructor interested internet into invite is isn't issue it it'll it's its itself join joke jurong just keep kind knew know known
  lag laggy lah lane language laptop last late lately later learn learner least leave left leh less lesson let let's licence license liao life like likely
  limit link list listen literally little live load local location lock locked log login long longer look lor lose lost lot loud love low luck lucky made
  mail main mainly make many map market marketplace matter may maybe me mean meaning means media meet meeting meh member mention mess message messages
  messaging messenger met might mind mine minute miss missed mobile monday money month monthly more morning most mostly mother move much mum must my myself
  name near nearby necessary need needs neither never new news next nice night no nobody none nope nor normal normally not note nothing notice notification
  notifications notify now number of off offer office official often ok okay old older on once one only online onto open option or order other others our
  out outage over own page pages paid paper park parking part pass password past pay people per perfect perhaps permission person personal phone photo
  photos pic pick picture place plan please plus point policy poll popular possible post posts prefer preferred preference pretty price privacy private
  pro probably problem problems profile promise proper properly public put question queue quick quickly quiet quite quote rain rarely rate rather reach
  read ready real really reason receive recently recommend record reels refuse regular remember remind reminder remove reply report request require reset
  respond response rest restrict review right road route rule run sadly safe safer said same saturday save saw say scam scammer schedule school screen
  screenshot search second secure see seem seen sell send sent separate serious serve service set setting settings several share shared she shop short should
  shouldn't show side sign similar simple since sister sit site slot slow slower slowly so social some somebody somehow someone something sometimes son soon
  sorry sort sound spam spammer speak special spend spoil spoilt start started state status stay sticker still stop stories story strange student stuff stupid
  such suggest suitable sunday support suppose sure suspended system take taken takes talk taught teach teacher team telegram tell test text than thank thanks
  that that's the their them themselves then there there's therefore these they they're thing think this those though thought through thursday thus tick tiktok
  till time times tired to today together told tomorrow tonight too total totally touch toward traffic transfer tried true trust try trying tuesday turn two
  type typing uncle under understand uninstall unless until unfortunately unlikely up update updated upload us use used useful useless user username using
  usual usually verified version very via video view visit voice wait waiting walk want wanted warn was wasn't watch way we we'll we're weak web website
  wednesday week weekday weekend weekly well went were weren't wechat what what's whatever whatsapp when whenever where whether which while who who's whole
  whose why wife will with within without woman women won't wonder woodlands word words work worked working works world worry worse worst would wouldn't write
  wrong wrote okie oki okays sia siah mah hor eh ah arh wor fb ig insta tele tg wa viber discord snapchat signal messenger everyone mrt tampines pasir
  sengkang punggol hougang serangoon ubi queenstown ang bishan ya yah yeah year yes yesterday yet yishun you you'll you're young your yours yourself zoom`
    .split(/\s+/)
    .filter((word) => word !== ''),
);
const endings = /(?:'s|’s|s|es|ed|d|ing|ly|er|n't|n’t)$/;

const time = /^\d{1,4}(?:[ap]m)?$/;

/** Whether a word is one of a language or a time, and so no name in a chat. Of words with an ending the rest is looked at. */
export function isPlainWord(word: string): boolean {
  const lower = word
    .toLowerCase()
    .split(/[._]/)
    .filter((part) => part !== '')
    .join('.');
  return time.test(lower) || words.has(lower) || words.has(lower.replace(endings, ''));
}
