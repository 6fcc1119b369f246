// A server made of the libraries of go-admin, put together in the same order: token, exclusion list, casbin, data
// permission, one row. With "captcha" it creates captchas instead.
package main

import (
	"encoding/json"
	"fmt"
	"image/color"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"syscall"
	"time"

	jwt "github.com/appleboy/gin-jwt/v2"
	"github.com/casbin/casbin/v2"
	"github.com/casbin/casbin/v2/model"
	"github.com/casbin/casbin/v2/util"
	"github.com/gin-gonic/gin"
	"github.com/mojocn/base64Captcha"
	"gorm.io/driver/sqlite"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// The matcher of go-admin.
const accessModel = `
[request_definition]
r = sub, obj, act
[policy_definition]
p = sub, obj, act
[policy_effect]
e = some(where (p.eft == allow))
[matchers]
m = r.sub == p.sub && (keyMatch2(r.obj, p.obj) || keyMatch(r.obj, p.obj)) && (r.act == p.act || p.act == "*")
`

type user struct {
	UserId   int    `gorm:"primaryKey" json:"userId"`
	Username string `json:"username"`
	Password string `json:"-"`
	NickName string `json:"nickName"`
	Phone    string `json:"phone"`
	RoleId   int    `json:"roleId"`
	Avatar   string `json:"avatar"`
	Sex      string `json:"sex"`
	Email    string `json:"email"`
	DeptId   int    `json:"deptId"`
	PostId   int    `json:"postId"`
	Remark   string `json:"remark"`
	Status   string `json:"status"`
}

func (user) TableName() string { return "sys_user" }

type role struct {
	RoleId    int `gorm:"primaryKey"`
	RoleKey   string
	DataScope string
}

func (role) TableName() string { return "sys_role" }

type dataPermission struct {
	DataScope              string
	UserId, DeptId, RoleId int
}

// settings is read from the file that is the first argument.
type settings struct {
	Database string
	RoleKey  string
	Rules    [][]string
	Excluded [][]string
}

func main() {
	if len(os.Args) == 4 && os.Args[1] == "captcha" {
		captchas(os.Args[2], os.Args[3])
		return
	}
	if len(os.Args) != 2 {
		log.Fatal("usage: go-admin-parts SETTINGS.json | go-admin-parts captcha digits|letters COUNT")
	}
	serve(readSettings(os.Args[1]))
}

func readSettings(path string) (s settings) {
	text, err := os.ReadFile(path)
	check(err)
	check(json.Unmarshal(text, &s))
	return s
}

func serve(s settings) {
	db := openDatabase(s)
	enforcer := loadRules(s.Rules)
	tokens := tokenMiddleware()
	token, _, err := tokens.TokenGenerator(s.RoleKey)
	check(err)

	gin.SetMode(gin.ReleaseMode)
	app := gin.New()
	app.Use(accessLog, gin.Recovery(), responseHeaders)
	app.GET("/api/v1/sys-user/:id", tokens.MiddlewareFunc(), checkRole(enforcer, s.Excluded), readPermission(db), readUser(db))

	listener, err := net.Listen("tcp", "127.0.0.1:0")
	check(err)
	check(json.NewEncoder(os.Stdout).Encode(gin.H{"port": listener.Addr().(*net.TCPAddr).Port, "token": token}))
	check(http.Serve(listener, app))
}

func openDatabase(s settings) *gorm.DB {
	// SQL statements go to the log where a query asks for it, as in go-admin.
	queries := logger.New(log.Default(), logger.Config{LogLevel: logger.Warn, SlowThreshold: time.Second})
	db, err := gorm.Open(sqlite.Open(s.Database), &gorm.Config{Logger: queries})
	check(err)
	check(db.AutoMigrate(&user{}, &role{}))
	check(db.Create(&role{RoleId: 1, RoleKey: s.RoleKey, DataScope: "1"}).Error)
	check(db.Create(&user{UserId: 1, Username: "somebody", NickName: "Somebody", RoleId: 1, DeptId: 1, Status: "2"}).Error)
	return db
}

func loadRules(rules [][]string) *casbin.SyncedEnforcer {
	access, err := model.NewModelFromString(accessModel)
	check(err)
	enforcer, err := casbin.NewSyncedEnforcer(access)
	check(err)
	_, err = enforcer.AddPolicies(rules)
	check(err)
	enforcer.EnableLog(true) // go-admin does so, too.
	return enforcer
}

func tokenMiddleware() *jwt.GinJWTMiddleware {
	tokens, err := jwt.New(&jwt.GinJWTMiddleware{
		Realm:   "bench",
		Key:     []byte("a secret of the benchmark only"),
		Timeout: time.Hour,
		PayloadFunc: func(roleKey interface{}) jwt.MapClaims {
			return jwt.MapClaims{"identity": 1, "roleid": 1, "rolekey": roleKey, "nice": "somebody", "datascope": "1", "rolename": roleKey}
		},
		IdentityHandler: func(c *gin.Context) interface{} { return jwt.ExtractClaims(c) },
	})
	check(err)
	return tokens
}

func accessLog(c *gin.Context) {
	begin := time.Now()
	c.Next()
	log.Printf("status=%d latency=%s address=%s method=%s uri=%s",
		c.Writer.Status(), time.Since(begin), c.ClientIP(), c.Request.Method, c.Request.RequestURI)
}

func responseHeaders(c *gin.Context) {
	c.Header("Cache-Control", "no-cache, no-store, max-age=0, must-revalidate, value")
	c.Header("Expires", "Thu, 01 Jan 1970 00:00:00 GMT")
	c.Header("Access-Control-Allow-Origin", "*")
	c.Header("X-Content-Type-Options", "nosniff")
	c.Header("X-XSS-Protection", "1; mode=block")
}

func checkRole(enforcer *casbin.SyncedEnforcer, excluded [][]string) gin.HandlerFunc {
	return func(c *gin.Context) {
		roleKey, path, method := jwt.ExtractClaims(c)["rolekey"], c.Request.URL.Path, c.Request.Method
		for _, route := range excluded {
			if util.KeyMatch2(path, route[0]) && method == route[1] {
				return
			}
		}
		allowed, err := enforcer.Enforce(roleKey, path, method)
		log.Printf("allowed: %v role: %s method: %s path: %s", allowed, roleKey, method, path)
		if err != nil || !allowed {
			c.AbortWithStatusJSON(http.StatusOK, gin.H{"code": 403, "msg": "forbidden"})
		}
	}
}

func readPermission(db *gorm.DB) gin.HandlerFunc {
	return func(c *gin.Context) {
		permission := &dataPermission{}
		err := db.WithContext(c).Table("sys_user").
			Select("user_id", "dept_id", "r.role_id", "r.data_scope").
			Joins("LEFT JOIN sys_role r ON r.role_id = sys_user.role_id").
			Where("user_id = ?", jwt.ExtractClaims(c)["identity"]).
			Scan(permission).Error
		if err != nil {
			c.AbortWithStatusJSON(http.StatusOK, gin.H{"code": 500, "msg": err.Error()})
			return
		}
		c.Set("permission", permission)
	}
}

func readUser(db *gorm.DB) gin.HandlerFunc {
	return func(c *gin.Context) {
		var found user
		id, _ := strconv.Atoi(c.Param("id"))
		if err := db.WithContext(c).Model(&user{}).Debug().First(&found, id).Error; err != nil {
			c.JSON(http.StatusOK, gin.H{"code": 500, "msg": err.Error()})
			return
		}
		c.JSON(http.StatusOK, gin.H{"requestId": "", "code": 200, "msg": "", "data": found})
	}
}

// captchas prints the CPU time per captcha and the lengths of the data URIs.
func captchas(kind string, countArgument string) {
	count, err := strconv.Atoi(countArgument)
	check(err)
	driver := driverOf(kind)
	create(driver, 20)
	begin := cpuMicroseconds()
	lengths := create(driver, count)
	perCaptcha := float64(cpuMicroseconds()-begin) / float64(count)
	check(json.NewEncoder(os.Stdout).Encode(gin.H{"microseconds": perCaptcha, "lengths": lengths}))
}

// driverOf returns a driver with the settings of go-admin.
func driverOf(kind string) base64Captcha.Driver {
	if kind == "digits" {
		return base64Captcha.NewDriverDigit(80, 240, 4, 0.7, 80)
	}
	return base64Captcha.NewDriverString(46, 140, 2, 2, 4, "234567890abcdefghjkmnpqrstuvwxyz",
		&color.RGBA{R: 240, G: 240, B: 246, A: 246}, nil, []string{"wqy-microhei.ttc"}).ConvertFonts()
}

func create(driver base64Captcha.Driver, count int) (lengths []int) {
	for range make([]struct{}, count) {
		_, data, _, err := base64Captcha.NewCaptcha(driver, base64Captcha.DefaultMemStore).Generate()
		check(err)
		lengths = append(lengths, len(data))
	}
	return lengths
}

func cpuMicroseconds() int64 {
	var usage syscall.Rusage
	check(syscall.Getrusage(syscall.RUSAGE_SELF, &usage))
	return (usage.Utime.Nano() + usage.Stime.Nano()) / 1000
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
