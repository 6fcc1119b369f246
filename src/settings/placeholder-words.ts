/**
 * The words that example secrets are made of. `your-super-secret-jwt-key-change-this-in-production` and its
 * thousand variations need no list of their own: nothing is left of them when these words are taken away.
 */
export const placeholderWords: readonly string[] = `
a abc abcd abcdef abcdefg abcdefgh abcdefghijklmnopqrstuvwxyz about above access account actual add admin
after algo algorithm all alpha also always am an and any api app application apply are as asd asdf asdfgh
asdfghjkl at auth authenticate authentication authorization awesome backend bad bar base basic baz be bearer
because been before below best beta better big bit bits blade blank blog boss but by byte bytes cafebabe can
cannot castellan change changed changeit changeme changes changing char character characters chars chave
check chinese cipher clave cle client cloud code command company complex config configuration console
convert cookie correct create crypto custom data database day days deadbeef debug default delete delta demo
deploy deployment dev develop developer development different do docker does domain dont dummy each easy
edit eight element else email enc encode encoded encoder encrypt encrypted encryption end enough ensure
enter entropy env environment ever every example examples fake fallback file first five fix foo foobar for
forget four from fully gamma generate generated generation generator get git github goadmin good google
great guess guest guli gva hack hacker hard hardcoded has hash hashing have hello here hex hidden highly
hmac host how i if important in info initial input insecure insert integration internal into ipsum is issuer
it itcast item itheima its java javascript json jsonwebtoken just jwt jwtkey jwts jwtsecret keep key keys
know later least length less let level like live local localhost login long longer longest longue look lorem
made make mall manager mandatory many master max me meet member min mine minimal minimum mode more most
muito must my mykey mysecret nacos name need needed needs never new next nine no node nodejs none not note
now number oauth of on once one online only open openssl or org other our out over own padding page pass
passphrase password passwort phrase placeholder please point prefer prefix private prod production project
properly property protect provide public put qwe qwer qwerty qwertyuiop ran rand random randomly read real
really recommended refresh remember remove replace replaced requests require required requirement
requirements role root run ruoyi safe salt same sample save secret secreta secrete secretkey secreto secrets
secure secured security seed segreto segura server service session set setting seven sha shared shop should
show sign signature signed signing simple site six size so some something spring springboot standard start
static store stored string strong stronger strongest such suite super supersecret sure symmetric system take
temp template temporary ten test tester testing tests text than that the their then there these they thing
this three through time tiny to today todo token tokens too top tres true truly trust try tutorial two type
ultra under unique unit unknown unsafe until update url use used user username uses using valid validate
validation value variable various verified verify version very votre vue want was way we web website well
what when where which while who will with without word words work working works world would wow write xxx
xxxx yes yet you your yours yoursecret yourself zero zxc zxcv zxcvbn zxcvbnm base64 hmacsha256 hmacsha512
hs256 hs384 hs512 sha256 sha512 utf8 admin123 000 0000 111 1111 123 1234 12345 123456 1234567 12345678
123456789 1234567890 0123456789 01234567 2345 3456 4567 5678 6789 7890 8901 9012 345 456 567 678 789 890 901
321 4321 54321 654321 987654321 9876543210 16 32 48 64 128 256 384 512 1024 2048 4096 2015 2016 2017 2018
2019 2020 2021 2022 2023 2024 2025 2026 2027 2028 2029 2030 a1b2c3d4 a1b2c3d4e5f6 1a2b3c4d s3cr3t s3cret
secr3t p4ssw0rd passw0rd pa55word ch4ng3 k3y sup3r v3ry @# @#$ @#$% @#$%^ @#$%^& @#$%^&* @#$%^&*()
`
  .trim()
  .split(/\s+/)
